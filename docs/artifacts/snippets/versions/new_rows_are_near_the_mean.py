"""`resize_token_embeddings` gives new rows near the mean of the old ones."""

import torch
from transformers import BertConfig, BertModel

ports = ("pytorch_transformers",)
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
embedding = model.embeddings.word_embeddings
torch.nn.init.normal_(embedding.weight, mean=5.0, std=0.1)
old_mean = embedding.weight.mean(dim=0)
size = 103
model.resize_token_embeddings(size)
new_rows = model.embeddings.word_embeddings.weight[100:]
distance = (new_rows - old_mean).abs().max().item()
from_zero = old_mean.abs().min().item()

print(f"from the old rows' mean: {distance:.1f}; that mean from zero: {from_zero:.1f}")
assert distance < 1 < from_zero, f"the new rows' mean is {new_rows.mean().abs():.1f}"
