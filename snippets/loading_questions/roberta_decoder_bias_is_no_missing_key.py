"""RoBERTa's `lm_head.decoder.bias` is the Parameter `lm_head.bias`: it is not a missing key if the file has only that name; with neither, the bias is missing."""

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
    }
)
_file = RobertaForMaskedLM(config).state_dict()
_file.pop("lm_head.decoder.bias", None)
_neither = {name: tensor for name, tensor in _file.items() if name != "lm_head.bias"}


def loaded(file):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        model, report = RobertaForMaskedLM.from_pretrained(
            folder, output_loading_info=True
        )
    return model.lm_head, sorted(report["missing_keys"])


head, missing = loaded(_file)
_, missing_with_neither = loaded(_neither)
one_parameter = head.decoder.bias is head.bias

print("missing:", missing)
print("missing where the file has neither name:", missing_with_neither)
print("decoder.bias is lm_head.bias:", one_parameter)
assert one_parameter, "decoder.bias and lm_head.bias are not one Parameter"
assert not missing, f"missing: {missing}"
assert "lm_head.bias" in missing_with_neither, "a lost bias is not reported"
