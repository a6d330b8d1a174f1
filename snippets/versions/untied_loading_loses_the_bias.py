"""Loaded with `tie_word_embeddings=False`, a file without `decoder.bias`, like all files from 2018, loses its bias: zeros are added instead."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

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
model = BertForPreTraining(config)
model.cls.predictions.bias.data.fill_(3.0)
file = model.state_dict()
file.pop("cls.predictions.decoder.bias", None)
_junk = [torch.full((100,), 7.0) for _ in range(1000)]
del _junk  # memory that nobody sets now holds sevens, not zeros
config.tie_word_embeddings = False
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
loaded.eval()
head = loaded.cls.predictions
token_ids = torch.tensor([[2, 5, 3]])
with torch.no_grad():
    hidden = head.transform(loaded.bert(token_ids)[0])
    added = loaded(token_ids)[0] - hidden @ head.decoder.weight.T
in_the_file = file["cls.predictions.bias"]
kept = torch.allclose(added, in_the_file.expand_as(added), atol=1e-4)
doubled = torch.allclose(added, 2 * in_the_file.expand_as(added), atol=1e-4)
zero = torch.allclose(added, torch.zeros_like(added), atol=1e-4)

print(f"bias in the file: {in_the_file.mean():.0f}; added: zeros: {zero}")
assert zero and not kept, (
    "the file's bias is kept"
    if kept
    else "the file's bias is kept, and added twice"
    if doubled
    else "the bias that is added is memory that nobody set"
)
