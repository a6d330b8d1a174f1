"""`BertOnlyMLMHead` computes nothing of its own: it gives the head the name that it has in `BertForPreTraining`, so that one file fits both."""

import torch
from pytorch_transformers import BertConfig, BertForMaskedLM, BertForPreTraining

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
masked, both = BertForMaskedLM(config).eval(), BertForPreTraining(config).eval()
parts, parts_of_both = (
    [name for name, _ in model.cls.named_children()] for model in (masked, both)
)
own_parameters = [name for name, _ in masked.cls.named_parameters(recurse=False)]
_vectors = torch.randn(1, 4, 16)
with torch.no_grad():
    passes_on = torch.equal(masked.cls(_vectors), masked.cls.predictions(_vectors))
_names = [
    {name for name in model.state_dict() if name.startswith("cls.predictions.")}
    for model in (masked, both)
]
same_names = _names[0] == _names[1]

print("it has", parts, "beside", parts_of_both, "and of its own", own_parameters)
print("passes on what it is given:", passes_on)
print("the head has the same names in both classes:", same_names)
assert parts == ["predictions"] and own_parameters == [], f"{parts}, {own_parameters}"
assert passes_on, "it computes something"
assert parts_of_both == ["predictions", "seq_relationship"], f"{parts_of_both}"
assert same_names and len(_names[0]) >= 5, f"{_names[0] ^ _names[1]}"
