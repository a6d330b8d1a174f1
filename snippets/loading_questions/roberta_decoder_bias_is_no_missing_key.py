"""RoBERTa's `lm_head.decoder.bias` is `lm_head.bias`, one Parameter, and no missing key where the file has only that name."""

import tempfile
from pathlib import Path

import torch
from transformers import RobertaConfig, RobertaForMaskedLM

scope = "library"

torch.manual_seed(0)
config = RobertaConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "max_position_embeddings": 12,
        "pad_token_id": 1,
    }
)
_file = RobertaForMaskedLM(config).state_dict()
_file.pop("lm_head.decoder.bias", None)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(_file, Path(_folder, "pytorch_model.bin"))
    loaded, _report = RobertaForMaskedLM.from_pretrained(
        _folder, output_loading_info=True
    )
head = loaded.lm_head
missing = sorted(_report["missing_keys"])
one_parameter = head.decoder.bias is head.bias

print("missing:", missing)
print("decoder.bias is lm_head.bias:", one_parameter)
assert one_parameter, "decoder.bias and lm_head.bias are not one Parameter"
assert not missing, f"missing: {missing}"
