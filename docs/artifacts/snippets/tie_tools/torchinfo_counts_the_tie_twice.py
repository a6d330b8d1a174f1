"""torchinfo counts the tied matrix twice, as a walk over the modules does. `model.parameters()` counts it once."""

import torch
import torchinfo
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "torchinfo.summary"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_token_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_token_ids)[0]


def tie_of(model):
    head, words = model.cls.predictions, model.bert.embeddings.word_embeddings
    return head.decoder.weight is words.weight, head.decoder.bias is head.bias


matrix = model.bert.embeddings.word_embeddings.weight.numel()
counted = {
    "model.parameters()": sum(p.numel() for p in model.parameters()),
    "torchinfo.summary(model)": torchinfo.summary(model, verbose=0).total_params,
    "every module's own": sum(
        p.numel() for m in model.modules() for p in m.parameters(recurse=False)
    ),
    "model.state_dict()": sum(t.numel() for t in model.state_dict().values()),
}
more = {name: n - counted["model.parameters()"] for name, n in counted.items()}
names_of_the_matrix = [
    name
    for name, parameter in model.named_parameters(remove_duplicate=False)
    if parameter is model.cls.predictions.decoder.weight
]
tie = tie_of(model)
row = [
    {
        "operation": "`torchinfo.summary(model)`",
        "still one object": "yes" if tie[0] else "problem: no",
        "bias alias": "yes" if tie[1] else "problem: no",
        "logits": "unchanged"
        if torch.equal(model(_token_ids)[0], _before)
        else "changed",
        "after saving and loading": "note: not saved; it counts the matrix twice"
        if more["torchinfo.summary(model)"] == matrix
        else "counted once",
        "do": "count `model.parameters()`",
    }
]

for name, n in counted.items():
    print(f"{name:25} {n:>7,}  {more[name]:>+6,}")
print(f"the matrix: {matrix:,}, the bias: {model.config.vocab_size}; its names:")
print(*names_of_the_matrix, sep="\n")
assert more["torchinfo.summary(model)"] == matrix, f"{more}"
assert more["every module's own"] == matrix + model.config.vocab_size, f"{more}"
assert len(names_of_the_matrix) == 2 and tie == (True, True)
