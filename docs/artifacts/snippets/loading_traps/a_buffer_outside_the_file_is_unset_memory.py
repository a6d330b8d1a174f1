"""After `from_pretrained`, a non-persistent buffer of a class of your own is memory that nobody set. Nothing is reported."""

import tempfile

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "loaded: the buffer is memory"


class Scaled(BertModel):
    """A class of your own, with a constant that is not saved."""

    def __init__(self, config):
        super().__init__(config)
        self.register_buffer("scale", torch.full((1000,), 2.0), persistent=False)


torch.manual_seed(0)
torch.use_deterministic_algorithms(True)  # fills memory that is not set with NaN
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
fresh = Scaled(config)
with tempfile.TemporaryDirectory() as _folder:
    fresh.save_pretrained(_folder)
    loaded, _report = Scaled.from_pretrained(_folder, output_loading_info=True)
reported = sorted(key for keys in _report.values() for key in keys)
set_by_init = bool(fresh.scale.eq(2.0).all())
set_by_nobody = bool(loaded.scale.isnan().all())
trap = [
    {
        "you do": "set a buffer in `__init__`, and keep it out of the file",
        "what happens": "problem: memory that nobody set; nothing is reported",
        "do instead": "set it in `_init_weights`, too",
    }
]

print("fresh: the buffer holds what __init__ gave it:", set_by_init)
print("loaded: the buffer is memory that nobody set:", set_by_nobody)
print("reported:", reported)
assert set_by_init, "__init__ does not set it"
assert set_by_nobody, "something sets the buffer"
assert not reported, f"reported: {reported}"
