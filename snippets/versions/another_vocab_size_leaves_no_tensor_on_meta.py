"""A classic `.bin`, asked for with another `vocab_size`, never gives a model with a tensor that has no memory: it loads whole, or ends in an error."""

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
model = BertForPreTraining(config).eval()
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.3)  # nothing at a value one could guess
classic = {
    key.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for key, tensor in model.state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
outcome = "it loads"
without_memory = []
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(classic, Path(_folder, "pytorch_model.bin"))
    try:
        loaded, report = BertForPreTraining.from_pretrained(
            _folder,
            vocab_size=110,
            ignore_mismatched_sizes=True,
            output_loading_info=True,
        )
        without_memory = [key for key, t in loaded.state_dict().items() if t.is_meta]
    except (NotImplementedError, RuntimeError) as _error:
        outcome = type(_error).__name__

print("a file of 100 tokens, asked for 110:", outcome)
print("tensors without memory:", *without_memory or ["none"])
assert not without_memory, (
    f"{without_memory[0]} has no memory; missing_keys: {sorted(report['missing_keys'])}"
)
