"""An `_init_weights` that sets them gives a class of your own its Parameters and buffers back, and leaves a Parameter alone that the file has."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"


class Complete(BertForMaskedLM):
    """A class of your own, with both."""

    def __init__(self, config):
        super().__init__(config)
        self.register_buffer("scale", torch.empty(1000), persistent=False)
        self.transitions = torch.nn.Parameter(torch.empty(1000))
        self.post_init()

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
model = BertForMaskedLM(config).eval()
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded = Complete.from_pretrained(_folder)
    first = [loaded.scale.unique().tolist(), loaded.transitions.unique().tolist()]
    with torch.no_grad():
        loaded.transitions.fill_(4.0)  # stands for training
    loaded.save_pretrained(_folder)
    again = Complete.from_pretrained(_folder)
second = [again.scale.unique().tolist(), again.transitions.unique().tolist()]
_token_ids = torch.tensor([[2, 5, 7, 3]])
same_logits = torch.equal(again.eval()(_token_ids)[0], model(_token_ids)[0])

print("buffer and Parameter, first load:", first)
print("trained, saved and loaded again:", second)
print("the logits of the file:", same_logits)
assert first == [[2.0], [3.0]], f"_init_weights sets them, and they hold {first}"
assert second == [[2.0], [4.0]], f"saved with 2.0 and 4.0, they hold {second}"
assert same_logits, "the file's own weights are lost"
