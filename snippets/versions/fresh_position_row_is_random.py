"""The first row of the position embedding is random in a fresh model, as every other."""

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
embeddings = BertForPreTraining(config).bert.embeddings
position = embeddings.position_embeddings
token_type = embeddings.token_type_embeddings
first_position_norm = position.weight[0].norm().item()

print("padding_idx of positions, types:", position.padding_idx, token_type.padding_idx)
print(f"norm of the first position's row: {first_position_norm:.3f}")
assert position.padding_idx is None, "the position embedding has a padding_idx"
assert token_type.padding_idx is None, "the token type embedding has a padding_idx"
assert first_position_norm > 0, "the first position's row is zero"
