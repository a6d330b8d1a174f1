"""`from_pretrained` reads a folder whose only weights are in model.safetensors, with every value."""

import tempfile
from pathlib import Path

import torch
from pytorch_pretrained_bert import BertConfig, BertForPreTraining
from safetensors.torch import save_file

scope = "library"
decides = "are the file's"

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
file = {
    name: torch.rand(parameter.shape) for name, parameter in model.named_parameters()
}
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    save_file(file, Path(_folder, "model.safetensors"), metadata={"format": "pt"})
    try:
        loaded = BertForPreTraining.from_pretrained(_folder)
    except OSError:
        loaded = None
after = loaded.state_dict() if loaded else {}
same = sum(
    name in after and torch.equal(after[name], tensor) for name, tensor in file.items()
)

print(f"{same} of {len(file)} tensors are the file's")
assert same == len(file), (
    f"{same} of {len(file)} tensors are the file's"
    if loaded
    else "it finds no file of weights"
)
