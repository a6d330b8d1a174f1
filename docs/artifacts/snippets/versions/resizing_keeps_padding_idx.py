"""After `resize_token_embeddings` the word embedding still has its `padding_idx`."""

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
model.resize_token_embeddings(103)
padding_idx = model.bert.embeddings.word_embeddings.padding_idx

print("padding_idx after resizing:", padding_idx)
assert padding_idx == 0, f"padding_idx is {padding_idx}"
