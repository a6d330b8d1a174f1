"""`save_pretrained` writes the LayerNorms under the names of the file that was read, also under `gamma` and `beta`. These are the first port's; a fresh model with the same values is saved under today's names."""

import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "from the old names"
ports = ("pytorch_transformers",)

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
todays = BertForPreTraining(config).state_dict()
old = {
    key.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for key, tensor in todays.items()
}


def read(tensors):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(tensors, Path(folder, "pytorch_model.bin"))
        return BertForPreTraining.from_pretrained(folder)


def saved_names(model):
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        bins = list(Path(folder).glob("*.bin"))
        file = torch.load(bins[0]) if bins else load_file(f"{folder}/model.safetensors")
    names = {key.split(".")[-1] for key in file if "LayerNorm" in key}
    return " and ".join(sorted(names))


fresh = BertForPreTraining(config)
_values = read(old).state_dict()
fresh.load_state_dict(_values)
same_values = all(torch.equal(fresh.state_dict()[key], _values[key]) for key in _values)
saved = {
    "from today's names": saved_names(read(todays)),
    "from the old names": saved_names(read(old)),
    "from a fresh model": saved_names(fresh),
}

for source, names in saved.items():
    print(f"{source}: saved with {names}")
assert same_values, "the fresh model has other values"
assert list(saved.values()) == [
    "bias and weight",
    "beta and gamma",
    "bias and weight",
], f"saved {', '.join(f'{names} {source}' for source, names in saved.items())}"
