"""`resize_token_embeddings` keeps every old row as it was."""

import torch
from pytorch_transformers import BertConfig, BertForPreTraining

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
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
before = model.bert.embeddings.word_embeddings.weight.detach().clone()
model.resize_token_embeddings(103)
after = model.bert.embeddings.word_embeddings.weight
kept = torch.equal(after[:100], before)

print("old rows kept:", kept)
assert kept, "the old rows have changed"
