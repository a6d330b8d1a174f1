"""A float16 file gives a float16 model."""

import tempfile
from pathlib import Path

import torch
from pytorch_pretrained_bert import BertConfig, BertModel

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
model = BertModel(config)
model.half()
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(model.state_dict(), Path(_folder, "pytorch_model.bin"))
    loaded = BertModel.from_pretrained(_folder)
dtypes = sorted({str(p.dtype).replace("torch.", "") for p in loaded.parameters()})

print("file: float16, model:", *dtypes)
assert dtypes == ["float16"], f"the model is {' and '.join(dtypes)}"
