"""`from_pretrained` refuses a `state_dict` together with a name, and accepts one with a configuration and no name."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "beside a name"

logging.getLogger("transformers").setLevel(logging.ERROR)  # no load reports here
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
in_the_file = BertModel(config).state_dict()
given = {name: torch.rand(t.shape) for name, t in BertModel(config).named_parameters()}
error = ""
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(in_the_file, Path(_folder, "pytorch_model.bin"))
    try:
        BertModel.from_pretrained(_folder, state_dict=given)
    except ValueError as raised:
        error = str(raised).split(". ")[0]

print("beside a name:", error or "it is taken")
assert error, "it is taken beside a name"
model = BertModel.from_pretrained(None, config=config, state_dict=given)
other = [key for key, p in model.named_parameters() if not torch.equal(p, given[key])]

print("with a configuration alone, tensors that are not those given:", len(other))
assert not other, f"not those given: {other}"
