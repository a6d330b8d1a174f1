"""`"torch_dtype": "float16"` in config.json rounds a float32 file to float16 on loading. No message says so. With `dtype=torch.float32` every number is the file's, also after saving and loading."""

import json
import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "way: with the line"

_library = logging.getLogger("transformers")
_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library.handlers = [_handler]
_library.setLevel("WARNING")
CONTROL = "a line to show that lines are heard"
_library.warning(CONTROL)
torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertModel(BertConfig.from_dict(_sizes))
_file = dict(model.named_parameters())


def row(way, loaded):
    pairs = [(p, _file[name]) for name, p in loaded.named_parameters()]
    rounded = [p.dtype != its.dtype for p, its in pairs]
    same = [p.equal(its) for p, its in pairs]
    return {"way": way, "float16": all(rounded), "the file's numbers": all(same)}


def load(line, folder, **options):
    Path(folder, "config.json").write_text(json.dumps({**_sizes, **line}))
    torch.save(model.state_dict(), Path(folder, "pytorch_model.bin"))
    return BertModel.from_pretrained(folder, **options)


_line = {"torch_dtype": "float16"}
with tempfile.TemporaryDirectory() as _folder:
    loads = [row("without the line", load({}, _folder))]
    loads.append(row("with the line", load(_line, _folder)))
    _named = load(_line, _folder, dtype=torch.float32)
    loads.append(row("the dtype named", _named))
with tempfile.TemporaryDirectory() as _folder:
    _named.save_pretrained(_folder)
    loads.append(row("saved and loaded", BertModel.from_pretrained(_folder)))
heard = CONTROL in _said
messages = [line for line in _said if line != CONTROL]

for _row in loads:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
print(f"the control is heard: {heard}; other messages: {len(messages)}")
_rounded = [_row["float16"] for _row in loads]
_kept = [_row["the file's numbers"] for _row in loads]
assert _rounded == [False, True, False, False], f"float16: {_rounded}"
assert _kept == [True, False, True, True], f"the file's numbers: {_kept}"
assert heard, "no message would be heard"
assert not messages, f"{len(messages)} messages"
