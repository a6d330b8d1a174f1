"""After `from_pretrained`, a Parameter that a class of your own sets in `__init__`, and the file lacks, is memory that nobody set."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM


class WithTransitions(BertForMaskedLM):
    """A class of your own, with a Parameter that the file does not have."""

    def __init__(self, config):
        super().__init__(config)
        self.transitions = torch.nn.Parameter(torch.full((2000,), 3.0))


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
with tempfile.TemporaryDirectory() as _folder:
    BertForMaskedLM(config).save_pretrained(_folder)
    loaded, _report = WithTransitions.from_pretrained(_folder, output_loading_info=True)
missing_keys = sorted(_report["missing_keys"])
is_three = torch.equal(loaded.transitions.detach(), torch.full((2000,), 3.0))

print("reported as missing:", *missing_keys)
print("it holds what __init__ gave it:", is_three)
assert "transitions" in missing_keys, f"reported: {missing_keys}"
assert not is_three, "it holds what __init__ gave it"
