"""`"torch_dtype": "float16"` in config.json rounds a float32 file to float16 on loading. Nothing is said."""

import json
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config)
with tempfile.TemporaryDirectory() as _folder:
    _config = {**json.loads(config.to_json_string()), "torch_dtype": "float16"}
    _config.pop("dtype", None)
    Path(_folder, "config.json").write_text(json.dumps(_config))
    torch.save(model.state_dict(), Path(_folder, "pytorch_model.bin"))
    loaded = BertForMaskedLM.from_pretrained(_folder)
dtype = str(loaded.bert.embeddings.word_embeddings.weight.dtype).replace("torch.", "")

print("file: float32, config: float16, model:", dtype)
assert dtype == "float16", f"the model is {dtype}"
