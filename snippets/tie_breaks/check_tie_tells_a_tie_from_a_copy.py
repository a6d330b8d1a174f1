"""`check_tie` tells a tie from a copy, for the matrix and for the bias, in eight answers. They are tied, two Parameters in one memory, equal copies, different, cannot tell (no values to compare), not a Parameter (but computed), one name (of a bias), and nothing to tie (no output layer). It finds them through `DataParallel` and `torch.compile` too."""

import torch
from torch.nn import Parameter
from torch.nn.utils import prune
from transformers import BertConfig, BertForMaskedLM, BertModel

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
        if one is None:
            return "one name"  # a bias that is the output layer's alone
        if not (isinstance(one, Parameter) and isinstance(other, Parameter)):
            return "not a Parameter"  # one of the two is computed or quantized
        if one is other:
            return "tied"
        if not all(type(p) is Parameter and p.data_ptr() for p in (one, other)):
            return "cannot tell"  # sharded, offloaded or on meta: no values to compare
        wide = torch.promote_types(one.dtype, other.dtype)
        near = other.to(one.device, wide)
        if one.shape != other.shape or not torch.equal(one.to(wide), near):
            return "different"
        shared = one.data_ptr() == other.data_ptr()
        return "two Parameters in one memory" if shared else "equal copies"

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
for _weight in (_same, _same.clone(), _same + 1, _same[:50], _same.to("meta")):
    decoder.weight = Parameter(_weight)
    decoder.bias = Parameter(torch.ones(100))
    answers.append(check_tie(model))
    _through_wrappers += [check_tie(one) for one in wrapped]
prune.identity(decoder, "weight")  # a computed tensor in the Parameter's place
del model.cls.predictions.bias  # now the decoder's alone, as in DistilBERT
answers += [check_tie(model), check_tie(BertModel(model.config))]  # no output layer
of_the_matrix, of_the_bias = ([a[k] for a in answers] for k in ("weight", "bias"))

print("check_tie answers:", ", ".join(dict.fromkeys(of_the_matrix + of_the_bias)))
_four = ["tied", "two Parameters in one memory", "equal copies", "different"]
_rest = ["different", "cannot tell", "not a Parameter", "nothing to tie"]
assert of_the_matrix == [*_four, *_rest], f"of the matrix: {of_the_matrix}"
_of_the_bias = ["tied", *5 * ["different"], "one name", "nothing to tie"]
assert of_the_bias == _of_the_bias, f"of the bias: {of_the_bias}"
assert _through_wrappers == [one for one in answers[:6] for _ in wrapped]
