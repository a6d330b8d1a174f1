"""At `logging.set_verbosity_error()`, a file with the wrong prefix leaves the whole encoder random, and nothing is said."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

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
_file = {f"module.{name}": value for name, value in model.state_dict().items()}
_library = logging.getLogger("transformers")
_said = []
_handler = logging.Handler()
_handler.emit = _said.append
_library.handlers = [_handler]  # to count what is said
messages = {}
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(_file, Path(_folder, "pytorch_model.bin"))
    for _level in ("WARNING", "ERROR"):
        _library.setLevel(_level)  # what set_verbosity_error() does, in every release
        loaded = BertForMaskedLM.from_pretrained(_folder)
        messages[_level] = len(_said)
        _said.clear()
_of_the_file = dict(model.named_parameters())
_loaded = [
    p.equal(_of_the_file[n]) for n, p in loaded.named_parameters() if p.dim() > 1
]
encoder_is_random = not any(_loaded)

print("messages:", messages, "every matrix random:", encoder_is_random)
assert encoder_is_random, "some matrices were loaded"
assert messages["WARNING"], "nothing is said at level WARNING either"
assert not messages["ERROR"], f"{messages['ERROR']} messages at level ERROR"
