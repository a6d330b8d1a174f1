"""`resize_token_embeddings` keeps every old row as it was."""

import torch
from pytorch_transformers import BertConfig, BertModel

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
model = BertModel(config)
before = model.embeddings.word_embeddings.weight
size = 103
model.resize_token_embeddings(size)
after = model.embeddings.word_embeddings.weight
changed = [row for row in range(100) if not torch.equal(after[row], before[row])]

print("rows:", len(after), "– old ones that changed:", len(changed))
assert len(after) == size, "it has not grown"
assert not changed, "the old rows have changed"
