"""There are 512 positions, and a longer input is an error."""

import torch
from transformers import BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

model = BertModel.from_pretrained(minilm)
positions = model.embeddings.position_embeddings.num_embeddings
refused = False
try:
    model(torch.ones(1, positions + 1, dtype=torch.long))
except (IndexError, RuntimeError):
    refused = True

print(f"{positions} positions; one more is refused: {refused}")
assert refused
