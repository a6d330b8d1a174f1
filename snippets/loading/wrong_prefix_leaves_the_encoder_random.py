"""A file whose keys have a prefix that the class does not know loads without an error, and the encoder stays random."""

import contextlib
import tempfile
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertModel

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
model = BertModel(config)
prefixed = {f"encoder_a.{name}": tensor for name, tensor in model.state_dict().items()}

with tempfile.TemporaryDirectory() as _folder, contextlib.chdir(_folder):
    Path("prefixed").mkdir()
    config.save_pretrained("prefixed")
    save_file(prefixed, "prefixed/model.safetensors", metadata={"format": "pt"})
    loaded, report = BertModel.from_pretrained("prefixed", output_loading_info=True)

missing = len(report["missing_keys"])
unexpected = len(report["unexpected_keys"])
matrix = "encoder.layer.0.attention.self.query.weight"
loaded_from_the_file = torch.equal(
    loaded.state_dict()[matrix], model.state_dict()[matrix]
)

print()
print(
    f"missing {missing}, unexpected {unexpected}, tensors in the file {len(prefixed)}"
)
print(f"{matrix} is the file's: {loaded_from_the_file}")
assert missing == unexpected == len(prefixed)
assert not loaded_from_the_file
