"""`save_pretrained(…, safe_serialization=True)` saves a BERT with tied weights as model.safetensors, and it loads with every value."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_transformers",)
scope = "library"
decides = "written:"

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
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.3)  # nothing that a new model has
error = ""
with tempfile.TemporaryDirectory() as _folder:
    try:
        model.save_pretrained(_folder, safe_serialization=True)
    except RuntimeError as _error:
        error = str(_error).strip().split(",")[0]
    files = sorted(p.name for p in Path(_folder).iterdir() if p.suffix != ".json")
    loaded = BertForPreTraining.from_pretrained(_folder) if files else model
after = loaded.state_dict()
lost = [
    key
    for key, tensor in model.state_dict().items()
    if not torch.equal(after[key], tensor)
]

print("written:", *files or [error])
print("with other values after loading:", *lost or ["nothing"])
assert files == ["model.safetensors"], (
    f"it raises an error: {error}" if error else f"it writes {' and '.join(files)}"
)
assert not lost, f"{len(lost)} tensors have other values after loading"
