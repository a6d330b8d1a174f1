"""Asked for another `vocab_size`, a classic `.bin` never gives a model with a tensor that has no memory: either all have some, or loading ends in an error."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

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
model = BertForPreTraining(config)
outcome = "it loads"
missing_keys = []
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(model.state_dict(), Path(_folder, "pytorch_model.bin"))
    try:
        model, report = BertForPreTraining.from_pretrained(
            _folder,
            vocab_size=110,
            ignore_mismatched_sizes=True,
            output_loading_info=True,
        )
        missing_keys = sorted(report["missing_keys"])
    except NotImplementedError as _error:
        outcome = str(_error).split(",")[0]
state = model.state_dict()
without_memory = [key for key, tensor in state.items() if tensor.is_meta is True]

print("a file of 100 tokens, asked for 110:", outcome)
print("tensors without memory:", *without_memory or ["none"])
assert not without_memory, (
    f"it loads, {without_memory[0]} has no memory, and missing_keys is {missing_keys}"
)
