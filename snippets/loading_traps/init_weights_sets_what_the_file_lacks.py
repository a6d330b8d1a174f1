"""Set in `_init_weights`, too, the Parameters and buffers that your class sets in `__init__` and its file may lack. Then they have these values after loading, and a Parameter that the file has is left alone."""

import tempfile

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "first load: buffer set"


class Complete(BertModel):
    """A class of your own, with both."""

    def __init__(self, config):
        super().__init__(config)
        self.register_buffer("scale", torch.full((1000,), 2.0), persistent=False)
        self.transitions = torch.nn.Parameter(torch.full((1000,), 3.0))

    def _init_weights(self, module):
        super()._init_weights(module)
        if module is self:
            torch.nn.init.constant_(self.scale, 2.0)
            torch.nn.init.constant_(self.transitions, 3.0)


torch.manual_seed(0)
torch.use_deterministic_algorithms(True)  # fills memory that is not set with NaN
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model, fresh = BertModel(config).eval(), Complete(config)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded, _report = Complete.from_pretrained(_folder, output_loading_info=True)
missing_keys = sorted(_report["missing_keys"])
buffer_is_set = torch.equal(loaded.scale, fresh.scale)
parameter_is_set = torch.equal(loaded.transitions, fresh.transitions)
_trained = torch.nn.init.normal_(loaded.transitions)  # stands for training
with tempfile.TemporaryDirectory() as _folder:
    loaded.save_pretrained(_folder)
    again = Complete.from_pretrained(_folder).eval()
buffer_is_set_again = torch.equal(again.scale, fresh.scale)
trained_is_kept = torch.equal(again.transitions, _trained)
_token_ids = torch.tensor([[2, 5, 7, 3]])
same_vectors = torch.equal(again(_token_ids)[0], model(_token_ids)[0])

print("reported as missing:", *missing_keys)
print(f"first load: buffer set: {buffer_is_set}, Parameter set: {parameter_is_set}")
print("trained, saved and loaded again: buffer set:", buffer_is_set_again)
print(f"the trained Parameter: {trained_is_kept}; the file's vectors: {same_vectors}")
assert missing_keys == ["transitions"], f"reported as missing: {missing_keys}"
assert buffer_is_set, "the buffer is not what it is in a fresh model"
assert parameter_is_set, "the Parameter is not what it is in a fresh model"
assert buffer_is_set_again, "the second load does not set the buffer"
assert trained_is_kept, "the trained Parameter is overwritten"
assert same_vectors, "the file's own weights are lost"
