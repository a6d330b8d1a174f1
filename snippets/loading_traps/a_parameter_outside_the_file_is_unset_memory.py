"""After `from_pretrained`, a Parameter that a class of your own sets in `__init__`, and the file lacks, is memory that nobody set. It is reported as missing."""

import tempfile

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "loaded: it is memory"


class WithTransitions(BertModel):
    """A class of your own, with a Parameter that the file does not have."""

    def __init__(self, config):
        super().__init__(config)
        self.transitions = torch.nn.Parameter(torch.full((1000,), 3.0))


torch.manual_seed(0)
torch.use_deterministic_algorithms(True)  # fills memory that is not set with NaN
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
fresh = WithTransitions(config)
with tempfile.TemporaryDirectory() as _folder:
    BertModel(config).save_pretrained(_folder)
    loaded, _report = WithTransitions.from_pretrained(_folder, output_loading_info=True)
missing_keys = sorted(_report["missing_keys"])
is_reported_alone = missing_keys == ["transitions"]
set_by_init = bool(fresh.transitions.eq(3.0).all())
set_by_nobody = bool(loaded.transitions.isnan().all())

print("fresh: it holds what __init__ gave it:", set_by_init)
print("loaded: it is memory that nobody set:", set_by_nobody)
print("reported as missing:", *missing_keys)
assert set_by_init, "__init__ does not set it"
assert set_by_nobody, "something sets the Parameter"
assert is_reported_alone, f"reported: {missing_keys}"
