"""A model made from a configuration has a `[PAD]` row of zeros."""

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")

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
embedding = BertForPreTraining(config).bert.embeddings.word_embeddings
padding_idx = embedding.padding_idx
pad_norm = embedding.weight[0].norm().item()

print(f"padding_idx: {padding_idx}; norm of row 0: {pad_norm:.3f}")
assert padding_idx == 0, f"padding_idx is {padding_idx}"
assert pad_norm == 0, "padding_idx is 0, and row 0 is random all the same"
