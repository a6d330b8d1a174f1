"""Loaded with `tie_word_embeddings=False`, a file of 2018's loses its bias: zeros are added instead."""

import tempfile
from pathlib import Path

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
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
classic = {
    key.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for key, tensor in model.state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
classic["cls.predictions.bias"] = torch.full((100,), 3.0)
_junk = [torch.full((100,), 7.0) for _ in range(1000)]
del _junk  # memory that nobody sets now holds sevens, not zeros
config.tie_word_embeddings = False
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(classic, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
loaded.eval()
head = loaded.cls.predictions
token_ids = torch.tensor([[2, 5, 3]])
with torch.no_grad():
    hidden = head.transform(loaded.bert(token_ids)[0])
    added = loaded(token_ids)[0] - hidden @ head.decoder.weight.T
kept = torch.allclose(added, torch.full_like(added, 3.0), atol=1e-4)
zero = torch.allclose(added, torch.zeros_like(added), atol=1e-4)
doubled = torch.allclose(added, torch.full_like(added, 6.0), atol=1e-4)
bias_added = {kept: "3", doubled: "6, twice 3", zero: "0"}.get(True, "unset memory")

print("bias in the file: 3; added:", bias_added)
assert not kept, "the file's bias is kept"
assert not doubled, "the file's bias is kept, and added twice"
assert zero, "the bias that is added is memory that nobody set"
