"""In a fresh model the row of `[PAD]` is zero, and no other row of the words is."""

import torch
from transformers import BertConfig, BertModel

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
decides = "padding_idx:"

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
embedding = BertModel(config).embeddings.word_embeddings
padding_idx = embedding.padding_idx
norms = embedding.weight.norm(dim=1)
zero_rows = (norms == 0).nonzero().flatten().tolist()

print(f"padding_idx: {padding_idx}; norm of that row: {norms[0].item():.3f}")
print("rows of zeros:", zero_rows)
assert zero_rows == [padding_idx], (
    f"padding_idx is {padding_idx}, and row 0 is random all the same"
)
