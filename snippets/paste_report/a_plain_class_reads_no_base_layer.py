"""A plain class does not read what PEFT saved as `base_layer`: it makes random weights in its place. This holds for each layer that a LoRA of BERT wraps, with `base_model.model.` before the names and without it."""

import logging
import tempfile
from pathlib import Path

import torch
from peft import LoraConfig, get_peft_model
from transformers import BertConfig, BertModel

scope = "library"
decides = "with its prefix"

logging.disable(logging.CRITICAL)  # each load would report
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 2}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
torch.manual_seed(0)
config = BertConfig.from_dict(_sizes)
_file = get_peft_model(
    BertModel(config), LoraConfig(target_modules=["query", "value"])
).state_dict()
_prefix = "base_model.model."
_wrapped = {
    name.removeprefix(_prefix).replace(".base_layer", "")
    for name in _file
    if ".base_layer." in name
}


def loaded(file, seed):
    torch.manual_seed(seed)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        return BertModel.from_pretrained(folder, output_loading_info=True)


for _title, _start in (("with its prefix", ""), ("without it", _prefix)):
    _names = {name.removeprefix(_start): tensor for name, tensor in _file.items()}
    (_one, _report), (_two, _) = (loaded(_names, seed) for seed in (1, 2))
    _missing, _left = {*_report["missing_keys"]}, {*_report["unexpected_keys"]}
    _matrices = [name for name in _wrapped if name.endswith("weight")]
    _random = [
        not torch.equal(_one.state_dict()[name], _two.state_dict()[name])
        for name in _matrices
    ]
    _out = all(name in _left for name in _names if ".base_layer." in name)
    print(f"{_title}: missing {len(_missing)}, random {sum(_random)} of {len(_random)}")
    assert _wrapped <= _missing, f"read: {_wrapped - _missing}"
    assert all(_random), "the same with another seed"
    assert _out, "a base_layer is not left over"
assert len(_wrapped) == 8, _wrapped
