"""At `logging.set_verbosity_error()`, a file with the wrong prefix leaves the whole encoder random, and no message says so."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "level: ERROR"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertModel(config)
_of_the_file = dict(model.named_parameters())
_file = {f"module.{name}": value for name, value in model.state_dict().items()}
_library = logging.getLogger("transformers")
_said = []
_handler = logging.Handler()
_handler.emit = _said.append
_library.handlers = [_handler]  # to count what is said


def load(level, tensors):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(tensors, Path(folder, "pytorch_model.bin"))
        _library.setLevel(level)  # what set_verbosity_error() does, in every release
        before = len(_said)
        loaded = BertModel.from_pretrained(folder)
    matrices = [(name, p) for name, p in loaded.named_parameters() if p.dim() > 1]
    same = [p.equal(_of_the_file[name]) for name, p in matrices]
    return {
        "level": level,
        "said": len(_said) > before,
        "from the file": f"{sum(same)} of {len(same)}",
    }


loads = [load("ERROR", _file), load("WARNING", _file)]
loads.append(load("WARNING", model.state_dict()))
trap = [
    {
        "you do": "call `set_verbosity_error()`, and load a file with a strange prefix",
        "what happens": "problem: a random encoder; nothing is said",
        "do instead": "let loading fail, as below",
    }
]

for _row in loads:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_kept = [_row["from the file"] for _row in loads]
_something = [_row["said"] for _row in loads]
_none, _all = "0 of 10", "10 of 10"
assert _kept == [_none, _none, _all], f"matrices from the file: {_kept}"
assert _something == [False, True, False], f"something is said: {_something}"
