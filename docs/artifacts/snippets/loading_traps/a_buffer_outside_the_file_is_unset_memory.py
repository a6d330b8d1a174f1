"""After `from_pretrained`, a non-persistent buffer of a class of your own is memory that nobody set. Nothing is reported."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM


class Scaled(BertForMaskedLM):
    """A class of your own, with a constant that is not saved."""

    def __init__(self, config):
        super().__init__(config)
        self.register_buffer("scale", torch.full((1000,), 2.0), persistent=False)


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
    loaded, _report = Scaled.from_pretrained(_folder, output_loading_info=True)
missing_keys = sorted(_report["missing_keys"])
scale_is_two = torch.equal(loaded.scale, torch.full((1000,), 2.0))

print("reported as missing:", missing_keys)
print("the buffer holds what __init__ gave it:", scale_is_two)
assert not missing_keys, f"reported: {missing_keys}"
assert not scale_is_two, "the buffer holds what __init__ gave it"
