"""At `logging.set_verbosity_error()`, a file with the wrong prefix leaves the whole encoder random, and nothing is said."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForMaskedLM(config)
for _parameter in model.parameters():
    torch.nn.init.normal_(_parameter, std=0.5)  # nothing at a value one could guess
_of_the_file = dict(model.named_parameters())
_file = {f"module.{name}": value for name, value in model.state_dict().items()}
_library = logging.getLogger("transformers")
_said = []
_handler = logging.Handler()
_handler.emit = _said.append
_library.handlers = [_handler]  # to count what is said


def loaded(level, folder, **options):
    _library.setLevel(level)  # what set_verbosity_error() does, in every release
    _said.clear()
    one = BertForMaskedLM.from_pretrained(folder, **options)
    same = [p.equal(_of_the_file[name]) for name, p in one.named_parameters()]
    return {"level": level, "messages": len(_said), "from the file": sum(same)}


with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(_file, Path(_folder, "pytorch_model.bin"))
    loads = [loaded(level, _folder) for level in ("WARNING", "ERROR")]

for _row in loads:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_at_warning, _at_error = loads
assert _at_error["from the file"] == 0, "some Parameters were loaded"
assert _at_warning["messages"], "nothing is said at level WARNING either"
assert not _at_error["messages"], f"{_at_error['messages']} messages at level ERROR"
