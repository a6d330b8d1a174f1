"""`head_mask` is ignored: BERT gives the vectors that it gives without it, and nothing is said. Set a head's columns of the layer's output matrix to zero instead: then the head adds nothing."""

import logging

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "with head_mask"

_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library = logging.getLogger("transformers")
_library.handlers = [_handler]
_library.setLevel("WARNING")
_library.warning("a line to show that lines are heard")
torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64}
_sizes |= {"initializer_range": 0.2}  # far from uniform attention
config = BertConfig.from_dict(_sizes)
model = BertModel(config).eval()
_token_ids = torch.tensor([[2, 17, 54, 23, 3]])
_second_alone = torch.tensor([[0.0, 1.0]])  # one layer, two heads
with torch.no_grad():
    _whole = model(_token_ids)[0]
    _masked = model(_token_ids, head_mask=_second_alone)[0]
    moved_by_head_mask = (_masked - _whole).abs().max().item()
    _head_size = config.hidden_size // config.num_attention_heads
    _output = model.encoder.layer[0].attention.output.dense.weight
    _output[:, :_head_size] = 0
    moved_by_zeros = (model(_token_ids)[0] - _whole).abs().max().item()

print(f"with head_mask the vectors move by {moved_by_head_mask:.2f}", end=", ")
print(f"with zeros for the head by {moved_by_zeros:.2f}")
assert moved_by_zeros > 0.1, f"zeros move the vectors by {moved_by_zeros}"
assert moved_by_head_mask == 0, "head_mask switches the head off"
assert len(_said) == 1, f"a line is not heard, or more are said: {_said}"
