"""A plain `nn.Embedding(padding_idx=0)` starts with a zero row 0, and looking that row up gives it no gradient."""

import torch
from torch import nn

scope = "library"
decides = "row 0:"

torch.manual_seed(0)
embedding = nn.Embedding(5, 3, padding_idx=0)
token_ids = torch.tensor([1, 2, 3, 0, 0])
embedding(token_ids).sum().backward()

row_norms = [row.norm().item() for row in embedding.weight]
gradient = embedding.weight.grad.tolist()
pad_gradient_is_zero = not embedding.weight.grad[0].any().item()

for token_id, row in enumerate(gradient):
    print(f"row {token_id}: norm {row_norms[token_id]:.4f}, gradient {row}")
assert row_norms[0] == 0
assert pad_gradient_is_zero
assert embedding.weight.grad[1:4].all()
