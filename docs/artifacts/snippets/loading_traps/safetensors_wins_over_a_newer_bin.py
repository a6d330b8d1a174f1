"""Of a model.safetensors and a pytorch_model.bin in one folder the first is loaded, even if the second is newer."""

import tempfile
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertModel

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
SAFETENSORS, BIN = "model.safetensors", "pytorch_model.bin"
_models = {SAFETENSORS: BertModel(config), BIN: BertModel(config)}


def write(folder, name):
    """By hand, so that each release finds the files that it looks for."""
    tensors = _models[name].state_dict()
    if name.endswith(".bin"):
        torch.save(tensors, Path(folder, name))
    else:
        save_file(tensors, Path(folder, name), {"format": "pt"})


def loaded_from(names):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        for name in names:
            write(folder, name)
        loaded = BertModel.from_pretrained(folder).pooler.dense.weight
    same = [name for name in names if loaded.equal(_models[name].pooler.dense.weight)]
    return same[0] if len(same) == 1 else "neither"


loaded = [
    {"written": ", then ".join(names), "loaded": loaded_from(names)}
    for names in ([BIN], [BIN, SAFETENSORS], [SAFETENSORS, BIN])
]
trap = [
    {
        "you do": "put a newer `.bin` beside a model.safetensors",
        "what happens": "problem: the `.bin` is not loaded",
        "do instead": "keep one of the two",
    }
]

for _row in loaded:
    print(f"written: {_row['written']:40} loaded: {_row['loaded']}")
_loaded = [row["loaded"] for row in loaded]
assert _loaded == [BIN, SAFETENSORS, SAFETENSORS], f"loaded: {', '.join(_loaded)}"
