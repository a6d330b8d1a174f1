"""The untied model of the experiment has one matrix more, and one bias that nothing adds; all else starts from the same numbers."""

import json
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "experiment"
decides = "starts from other numbers"

log = "experiments/tying/log.json"

_log = json.loads(Path(log).read_text())
_recipe = _log["recipe"]
seeds_run = len({run["seed"] for run in _log["runs"]})
models = {}
for name, tie in (("tied", True), ("untied", False)):
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=_log["data"]["vocabulary"],
        hidden_size=_recipe["hidden"],
        num_hidden_layers=_recipe["layers"],
        num_attention_heads=_recipe["heads"],
        intermediate_size=_recipe["intermediate"],
        max_position_embeddings=_recipe["length"],
        initializer_range=_recipe["initializer_range"],
        tie_word_embeddings=tie,
    )
    models[name] = BertForMaskedLM(config)
_words = models["tied"].get_input_embeddings().weight

width, initial_spread = _recipe["hidden"], _recipe["initializer_range"]
spread_of_bert = BertConfig().initializer_range
tied_parameters = sum(parameter.numel() for parameter in models["tied"].parameters())
untied_parameters = sum(p.numel() for p in models["untied"].parameters())
_head = models["untied"].cls.predictions
saved_percent = round(
    100 * (untied_parameters - tied_parameters) / untied_parameters, 1
)
models["untied"](torch.tensor([[102, 103, 104]])).logits.sum().backward()
bias_without_effect = _head.bias.grad is None
_tied = models["tied"].state_dict()
_others = [
    key
    for key, value in models["untied"].state_dict().items()
    if not torch.equal(value, _tied[key])
]

print(f"tied {tied_parameters}, untied {untied_parameters}: {saved_percent} % saved")
print("starts from other numbers:", *_others)
print("predictions.bias gets a gradient when untied:", not bias_without_effect)
assert untied_parameters - tied_parameters == _words.numel() + _head.bias.numel()
assert bias_without_effect
assert _head.decoder.bias.grad is not None  # the bias that is added
assert _others == ["cls.predictions.decoder.weight"], _others
for _run in _log["runs"]:
    _untied = _run["condition"].startswith("untied")
    assert _run["parameters"] == (untied_parameters if _untied else tied_parameters)
    assert abs(_run["norm"][0] - _words.norm(dim=-1).mean().item()) < 0.01
