"""An `_init_weights` that sets them gives a class of your own its Parameters and buffers back."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM


class Complete(BertForMaskedLM):
    """A class of your own, with both."""

    def __init__(self, config):
        super().__init__(config)
        self.register_buffer("scale", torch.full((1000,), 2.0), persistent=False)
        self.transitions = torch.nn.Parameter(torch.full((1000,), 2.0))
        self.post_init()

    def _init_weights(self, module):
        super()._init_weights(module)
        if module is self:
            torch.nn.init.constant_(self.scale, 2.0)
            torch.nn.init.constant_(self.transitions, 2.0)


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
    loaded = Complete.from_pretrained(_folder)
    with torch.no_grad():
        loaded.transitions.fill_(3.0)  # stands for training
    loaded.save_pretrained(_folder)
    again = Complete.from_pretrained(_folder)
_two = torch.full((1000,), 2.0)
buffer_is_set = torch.equal(loaded.scale, _two) and torch.equal(again.scale, _two)
trained_is_kept = torch.equal(again.transitions.detach(), torch.full((1000,), 3.0))

print(f"the buffer is set: {buffer_is_set}; the trained Parameter: {trained_is_kept}")
assert buffer_is_set, "the buffer is not what _init_weights set"
assert trained_is_kept, "the trained Parameter is overwritten"
