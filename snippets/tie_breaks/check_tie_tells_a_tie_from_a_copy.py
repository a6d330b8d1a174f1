"""`check_tie` has six answers: tied, two Parameters in one memory, equal copies, different, no second Parameter (it is computed), and nothing to tie (the output layer has none). It finds them through `DataParallel` and `torch.compile` too."""

import torch
from torch.nn import Parameter
from torch.nn.utils import prune
from transformers import BertConfig, BertForMaskedLM, BertModel, GPT2LMHeadModel

scope = "library"
decides = "check_tie answers"


def check_tie(model):
    """What the matrix is under its two names, and the bias under its own two."""
    model = next(m for m in model.modules() if hasattr(m, "get_output_embeddings"))
    decoder = model.get_output_embeddings()
    head = next((m for m in model.modules() if decoder in m.children()), None)

    def compared(one, other):
        if other is None:
            return "nothing to tie"  # the output layer has none, or there is none
        if not (isinstance(one, Parameter) and isinstance(other, Parameter)):
            return "no second Parameter"  # it is computed or quantised
        if one is other:
            return "tied"
        if one.data_ptr() == other.data_ptr() != 0:
            return "two Parameters in one memory"
        same = one.shape == other.shape and torch.equal(one, other.to(one))
        return "equal copies" if same else "different"

    pairs = {"weight": (model.get_input_embeddings(), decoder), "bias": (head, decoder)}
    return {
        name: compared(*(getattr(module, name, None) for module in pair))
        for name, pair in pairs.items()
    }


_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes))
wrapped = [torch.nn.DataParallel(model), torch.compile(model)]
_words, decoder = model.get_input_embeddings().weight, model.get_output_embeddings()
answers, through_wrappers = [check_tie(model)], [check_tie(one) for one in wrapped]
_same = _words.detach()  # copies nothing
for _weight in (_same, _same.clone(), torch.zeros_like(_same)):
    decoder.weight = Parameter(_weight)
    decoder.bias = Parameter(torch.ones(100))
    answers.append(check_tie(model))
    through_wrappers += [check_tie(one) for one in wrapped]
prune.identity(decoder, "weight")  # a computed tensor in the Parameter's place
pruned = check_tie(model)
encoder = check_tie(BertModel(model.config))  # it has no output layer
gpt2 = check_tie(GPT2LMHeadModel(GPT2LMHeadModel.config_class(n_embd=24, n_layer=1)))
of_the_matrix = [one["weight"] for one in (*answers, pruned, encoder)]
of_the_bias = [one["bias"] for one in (*answers[:2], gpt2)]

print("check_tie answers:", ", ".join(of_the_matrix))
_four = ["tied", "two Parameters in one memory", "equal copies", "different"]
assert of_the_matrix == [*_four, "no second Parameter", "nothing to tie"]
assert of_the_bias == ["tied", "different", "nothing to tie"], f"{of_the_bias}"
assert through_wrappers == [one for one in answers for _ in wrapped]
