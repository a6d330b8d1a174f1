"""`resize_token_embeddings` draws the new rows around the mean of the old ones."""

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_transformers",)

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
model = BertForPreTraining(config).eval()
embedding = model.bert.embeddings.word_embeddings
torch.nn.init.normal_(embedding.weight, mean=5.0, std=0.1)
model.resize_token_embeddings(103)
new_rows = model.bert.embeddings.word_embeddings.weight[100:]
new_rows_mean = new_rows.mean().item()

print(f"the old rows' mean: 5, the new rows': {new_rows_mean:.1f}")
assert round(new_rows_mean) == 5, f"the new rows' mean is {abs(new_rows_mean):.1f}"
