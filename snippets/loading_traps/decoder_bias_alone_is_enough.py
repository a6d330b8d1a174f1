"""A file that has the bias as `decoder.bias` alone, without `predictions.bias`, loads with its bias."""

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
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_file = model.state_dict()
_file["cls.predictions.decoder.bias"] = _file.pop("cls.predictions.bias")
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(_file, Path(_folder, "pytorch_model.bin"))
    loaded = BertForMaskedLM.from_pretrained(_folder).eval()
_token_ids = torch.tensor([[2, 5, 7, 3]])
same_logits = torch.allclose(loaded(_token_ids)[0], model(_token_ids)[0], atol=1e-6)

print("the same logits:", same_logits)
assert same_logits, "the bias is lost"
