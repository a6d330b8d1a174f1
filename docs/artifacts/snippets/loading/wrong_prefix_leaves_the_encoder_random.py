"""A file whose keys have a prefix that the class does not know loads without an error, and the encoder stays random."""

import contextlib
import tempfile
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertModel

scope = "library"

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
_saved = BertModel(config).state_dict()
prefixed = {f"encoder_a.{name}": tensor for name, tensor in _saved.items()}

with tempfile.TemporaryDirectory() as _folder, contextlib.chdir(_folder):
    Path("prefixed").mkdir()
    config.save_pretrained("prefixed")
    save_file(prefixed, "prefixed/model.safetensors", metadata={"format": "pt"})
    loaded, report = BertModel.from_pretrained("prefixed", output_loading_info=True)

in_the_file = len(prefixed)
missing = len(report["missing_keys"])
unexpected = len(report["unexpected_keys"])
_matrices = {name: t for name, t in loaded.state_dict().items() if t.dim() == 2}
matrices = len(_matrices)
matrices_from_the_file = sum(
    torch.equal(tensor, _saved[name]) for name, tensor in _matrices.items()
)

print()
print(f"missing {missing}, unexpected {unexpected}, of {in_the_file} in the file")
print(f"matrices equal to the file's: {matrices_from_the_file} of {matrices}")
assert missing == unexpected == in_the_file
assert matrices_from_the_file == 0
