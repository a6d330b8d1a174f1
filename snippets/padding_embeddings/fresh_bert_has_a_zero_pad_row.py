"""A BERT made from its configuration starts with a `[PAD]` row of zeros."""

import torch
from transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "[PAD] row is zero"

torch.manual_seed(0)
model = BertForPreTraining(BertConfig(num_hidden_layers=1))
rows = model.bert.embeddings.word_embeddings.weight
pad_row_is_zero = not rows[0].any().item()
other_zero_rows = (rows[1:].norm(dim=1) == 0).sum().item()
median_norm = rows.norm(dim=1).median().item()

print("[PAD] row is zero:", pad_row_is_zero)
print(f"other zero rows: {other_zero_rows} of {len(rows) - 1}")
print(f"median row norm: {median_norm:.4f}")
assert pad_row_is_zero
assert other_zero_rows == 0
