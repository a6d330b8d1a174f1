"""Loading a classic `.bin` with a different `vocab_size` raises an error about meta tensors, instead of returning a model with tensors that have no memory."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "asked for 110"

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
    key: tensor
    for key, tensor in model.state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
outcome, without_memory, missing_keys = "it loads", [], []
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    try:
        loaded, report = BertForPreTraining.from_pretrained(
            _folder,
            vocab_size=110,
            ignore_mismatched_sizes=True,
            output_loading_info=True,
        )
        missing_keys = sorted(report["missing_keys"])
        without_memory = [
            key for key, one in loaded.state_dict().items() if one.is_meta
        ]
    except NotImplementedError as _error:
        outcome = str(_error).split(",")[0]

print("a file of 100 tokens, asked for 110:", outcome)
print("tensors without memory:", *without_memory or ["none"])
assert "meta tensor" in outcome.lower(), (
    f"it loads, {without_memory[0]} has no memory, and missing_keys is {missing_keys}"
    if without_memory
    else "it loads, and every tensor has memory"
)
