"""`check_tie` has seven answers: tied, two Parameters in one memory, equal copies, different, cannot tell (the values are not there), not a Parameter (but computed), and nothing to tie (the output layer has none). It finds them through `DataParallel` and `torch.compile` too."""

import torch
from torch.nn import Parameter
from torch.nn.utils import prune
from transformers import BertConfig, BertForMaskedLM, BertModel, GPT2LMHeadModel

scope = "library"
decides = "check_tie answers"


def check_tie(model):
    """What the matrix is under its two names, and the bias under its own two."""
    known = (m for m in model.modules() if hasattr(m, "get_output_embeddings"))
    model = next(known, model)
    decoder = model.get_output_embeddings()
    head = next((m for m in model.modules() if decoder in m.children()), None)

    def compared(one, other):
        if other is None:
            return "nothing to tie"  # the output layer has none, or there is none
        if not (isinstance(one, Parameter) and isinstance(other, Parameter)):
            return "not a Parameter"  # one of the two is computed or quantized
        if one is other:
            return "tied"
        if one.is_meta or other.is_meta or not one.numel() * other.numel():
            return "cannot tell"  # the values are not here
        if one.data_ptr() == other.data_ptr():
            return "two Parameters in one memory"
        wide = torch.promote_types(one.dtype, other.dtype)
        near = other.to(one.device, wide)
        same = one.shape == other.shape and torch.equal(one.to(wide), near)
        return "equal copies" if same else "different"

    words = model.get_input_embeddings()
    weights = [getattr(module, "weight", None) for module in (words, decoder)]
    biases = [getattr(module, "bias", None) for module in (head, decoder)]
    return {"weight": compared(*weights), "bias": compared(*biases)}


_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes))
wrapped = [torch.nn.DataParallel(model), torch.compile(model)]
_words, decoder = model.get_input_embeddings().weight, model.get_output_embeddings()
answers, _through_wrappers = [check_tie(model)], [check_tie(one) for one in wrapped]
_same = _words.detach()  # copies nothing
for _weight in (_same, _same.clone(), _same + 1, _same.to("meta")):
    decoder.weight = Parameter(_weight)
    decoder.bias = Parameter(torch.ones(100))
    answers.append(check_tie(model))
    _through_wrappers += [check_tie(one) for one in wrapped]
prune.identity(decoder, "weight")  # a computed tensor in the Parameter's place
pruned = check_tie(model)
encoder = check_tie(BertModel(model.config))  # it has no output layer
_small = GPT2LMHeadModel.config_class.from_dict({"n_embd": 24, "n_layer": 1})
gpt2 = check_tie(GPT2LMHeadModel(_small))
of_the_matrix = [one["weight"] for one in (*answers, pruned, encoder)]
of_the_bias = [one["bias"] for one in answers[:2]]

print("check_tie answers:", ", ".join(of_the_matrix))
_four = ["tied", "two Parameters in one memory", "equal copies", "different"]
assert of_the_matrix == [*_four, "cannot tell", "not a Parameter", "nothing to tie"]
assert of_the_bias == ["tied", "different"]
assert gpt2 == {"weight": "tied", "bias": "nothing to tie"}, f"of a GPT-2: {gpt2}"
assert _through_wrappers == [one for one in answers for _ in wrapped]
