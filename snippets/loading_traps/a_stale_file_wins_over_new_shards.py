"""Saved whole and then in shards into one folder, a model loads from the old whole file. Nothing is said. Saved into an empty folder, it loads from the shards."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

_library = logging.getLogger("transformers")
_said = []
_handler = logging.Handler()
_handler.emit = _said.append
_library.handlers = [_handler]
_library.setLevel("WARNING")
torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForMaskedLM(config)


def saved(folder, value, **options):
    """The bias marks which save a load finds."""
    torch.nn.init.constant_(model.cls.predictions.bias, value)
    model.save_pretrained(folder, **options)


def loaded(folder):
    bias = BertForMaskedLM.from_pretrained(folder).cls.predictions.bias
    return bias.unique().tolist()


with tempfile.TemporaryDirectory() as _folder, tempfile.TemporaryDirectory() as _empty:
    saved(_folder, 1.0)
    for _each in (_folder, _empty):
        saved(_each, 2.0, max_shard_size="20KB")  # 2.0 stands for training
    shards = [len(list(Path(one).glob("*-of-*"))) for one in (_folder, _empty)]
    from_one_folder, from_an_empty_one = loaded(_folder), loaded(_empty)
messages = len(_said)

print(f"saved with 1.0, then {shards[0]} shards with 2.0; loaded: {from_one_folder}")
print(f"{shards[1]} shards with 2.0 alone; loaded: {from_an_empty_one}")
print("messages:", messages)
assert min(shards) > 1, f"the second save made {shards} shards"
assert from_an_empty_one == [2.0], f"shards alone: {from_an_empty_one} is loaded"
assert from_one_folder == [1.0], f"the save with {from_one_folder} is loaded"
assert messages == 0, f"{messages} messages"
