"""Save into an empty folder: if a folder holds an older, unsharded file, new shards are not loaded. Nothing says so. From an empty folder the shards are loaded."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "an older file beside"

_library = logging.getLogger("transformers")
_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library.handlers = [_handler]
_library.setLevel("WARNING")
torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
older, newer = BertModel(config), BertModel(config)


def loaded(folder):
    one = BertModel.from_pretrained(folder)
    saves = {"the older": older, "the newer": newer}
    return [
        name
        for name, save in saves.items()
        if one.pooler.dense.weight.equal(save.pooler.dense.weight)
    ]


CONTROL = "a line to show that lines are heard"
_library.warning(CONTROL)
with tempfile.TemporaryDirectory() as _folder, tempfile.TemporaryDirectory() as _empty:
    older.save_pretrained(_folder)
    for _each in (_folder, _empty):
        newer.save_pretrained(_each, max_shard_size="20KB")
    shards = [len(list(Path(one).glob("*-of-*"))) for one in (_folder, _empty)]
    from_one_folder, from_an_empty_one = loaded(_folder), loaded(_empty)
heard = CONTROL in _said
messages = [line for line in _said if line != CONTROL]
trap = [
    {
        "you do": "save shards into a folder that has a whole file",
        "what happens": "problem: the older file is loaded; nothing is said",
        "do instead": "save into an empty folder",
    }
]

print(f"an older file beside {shards[0]} newer shards; loaded: {from_one_folder}")
print(f"{shards[1]} newer shards alone; loaded: {from_an_empty_one}")
print(f"the control is heard: {heard}; other messages: {len(messages)}")
assert from_an_empty_one == ["the newer"], f"shards alone: {from_an_empty_one}"
assert from_one_folder == ["the older"], f"{from_one_folder} is loaded"
assert heard, "no message would be heard"
assert not messages, f"{len(messages)} messages"
