"""Scoring only the labelled positions, as Google's code does, gives the loss and the gradients of scoring all positions, up to float32's rounding."""

import torch
from torch.nn.functional import cross_entropy
from transformers import BertConfig, BertForMaskedLM

decides = "same gradients"
ports = ("pytorch_transformers",)
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
model = BertForMaskedLM(config).eval()
_ids = torch.randint(5, 100, (4, 32))
_masked = torch.zeros_like(_ids).bool()
_masked[:, 3:30:6] = True
_answers = _ids[_masked]
_input = _ids.masked_fill(_masked, 4)

_parameters = list(model.parameters())
_labels = _ids.masked_fill(~_masked, -100)
_all = model(_input)[0]
_loss_of_all = cross_entropy(_all.reshape(-1, 100), _labels.reshape(-1))
_from_all = torch.autograd.grad(_loss_of_all, _parameters)

_picked = model.bert(_input)[0][_masked]  # the head sees these vectors alone
_some = model.cls(_picked)
_loss_of_some = cross_entropy(_some, _answers)
_from_some = torch.autograd.grad(_loss_of_some, _parameters)

same_loss = torch.allclose(_loss_of_all, _loss_of_some, atol=1e-5)
_both = zip(_from_all, _from_some, strict=True)
same_gradients = all(
    torch.allclose(one, other, rtol=0, atol=1e-6) for one, other in _both
)
_largest = max(one.abs().max().item() for one in _from_all)

print(f"positions scored: {_ids.numel()} or {len(_some)}")
print(f"same loss: {same_loss}, same gradients within 1e-6: {same_gradients}")
assert same_loss, f"{_loss_of_all.item()} and {_loss_of_some.item()}"
assert _largest > 0.1  # so 1e-6 is rounding
assert same_gradients, "the gradients differ"
