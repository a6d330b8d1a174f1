"""Of a model.safetensors and a pytorch_model.bin in one folder the first is loaded, even if the second is newer."""

import tempfile
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertForMaskedLM

scope = "library"

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
model = BertForMaskedLM(config)
SAFETENSORS, BIN = "model.safetensors", "pytorch_model.bin"
_filled_with = {SAFETENSORS: 1.0, BIN: 2.0}


def write(folder, name):
    """By hand, so that each release finds the files that it is asked about."""
    torch.nn.init.constant_(model.cls.predictions.bias, _filled_with[name])
    if name == BIN:
        torch.save(model.state_dict(), Path(folder, name))
    else:
        tensors = {key: value.clone() for key, value in model.state_dict().items()}
        save_file(tensors, Path(folder, name), {"format": "pt"})


loaded = []
for _names in ([BIN], [BIN, SAFETENSORS], [SAFETENSORS, BIN]):
    with tempfile.TemporaryDirectory() as _folder:
        Path(_folder, "config.json").write_text(config.to_json_string())
        for _name in _names:
            write(_folder, _name)
        _bias = BertForMaskedLM.from_pretrained(_folder).cls.predictions.bias
    _found = [name for name in _names if _bias.eq(_filled_with[name]).all()]
    loaded.append({"in the folder": ", then ".join(_names), "loaded": _found[0]})

for _row in loaded:
    print(f"written: {_row['in the folder']:40} loaded: {_row['loaded']}")
_loaded = [row["loaded"] for row in loaded]
assert _loaded == [BIN, SAFETENSORS, SAFETENSORS], f"loaded: {', '.join(_loaded)}"
