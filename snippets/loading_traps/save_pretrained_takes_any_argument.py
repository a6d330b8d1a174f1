"""`save_pretrained` accepts a misspelt argument, and ignores it without a word: with `state_dickt=…` it saves the model, not the tensors that you hand over. `from_pretrained` refuses a misspelt one."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "state_dickt"

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
model = BertModel(config)
_zeros = {name: torch.zeros_like(value) for name, value in model.state_dict().items()}
CONTROL = "a line to show that lines are heard"
_library.warning(CONTROL)


def saved(**options):
    """What the next load finds: zeros, or the model's numbers."""
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder, **options)
        loaded = BertModel.from_pretrained(folder)
    return "the model" if any(p.any() for p in loaded.parameters()) else "zeros"


def loads(name):
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        try:
            BertModel.from_pretrained(folder, **{name: "given"})
        except TypeError:
            return "refused"
    return "loaded"


misspelt = {name: saved(**{name: _zeros}) for name in ("state_dict", "state_dickt")}
_names = ("ignore_mismatched_sizes", "ignore_mismatched_size")
refused = {name: loads(name) for name in _names}
heard = CONTROL in _said
messages = [line for line in _said if line != CONTROL]

print("save_pretrained:", misspelt)
print("from_pretrained:", refused)
print(f"the control is heard: {heard}; other messages: {len(messages)}")
assert misspelt == {"state_dict": "zeros", "state_dickt": "the model"}, misspelt
assert list(refused.values()) == ["loaded", "refused"], refused
assert heard, "no message would be heard"
assert not messages, f"{len(messages)} messages"
