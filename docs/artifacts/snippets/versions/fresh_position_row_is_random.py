"""In a new model no row of the positions or of the token types is zero, not even the first."""

import torch
from transformers import BertConfig, BertModel

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
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
embeddings = BertModel(config).embeddings
tables = {
    "positions": embeddings.position_embeddings,
    "token types": embeddings.token_type_embeddings,
}
zero_rows = {
    name: (table.weight.norm(dim=1) == 0).sum().item() for name, table in tables.items()
}

print("rows of zeros:", zero_rows)
assert not any(zero_rows.values()), f"rows of zeros: {zero_rows}"
