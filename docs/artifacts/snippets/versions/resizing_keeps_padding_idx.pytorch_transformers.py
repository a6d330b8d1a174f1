"""After `resize_token_embeddings` the word embedding still has its `padding_idx`."""

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
before = model.embeddings.word_embeddings.padding_idx
size = 103
model.resize_token_embeddings(size)
embedding = model.embeddings.word_embeddings
lost = embedding.padding_idx != before

print("rows after resizing:", embedding.num_embeddings)
print("padding_idx before:", before, "– after:", embedding.padding_idx)
assert embedding.num_embeddings == size, "it has not grown"
assert not lost, f"padding_idx is {embedding.padding_idx}"
