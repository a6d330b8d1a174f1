"""Without the package accelerate, `device_map="cpu"` is an error that names accelerate, and `low_cpu_mem_usage=True` loads the file."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "device_map='cpu'"

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


def outcome(**options):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(model.state_dict(), Path(folder, "pytorch_model.bin"))
        try:
            loaded = BertForPreTraining.from_pretrained(folder, **options)
        except TypeError:
            return "unknown"
        except (ImportError, ValueError) as error:
            named = "accelerate" in str(error).lower()
            return "needs accelerate" if named else "another error"
    after = loaded.state_dict()
    values = model.state_dict().items()
    same = all(torch.equal(after[key], value) for key, value in values)
    return "loaded" if same else "loaded with other values"


with_device_map = outcome(device_map="cpu")
with_low_cpu_mem_usage = outcome(low_cpu_mem_usage=True)

print("device_map='cpu':", with_device_map)
print("low_cpu_mem_usage=True:", with_low_cpu_mem_usage)
both = f"device_map: {with_device_map}; low_cpu_mem_usage: {with_low_cpu_mem_usage}"
assert with_device_map == "needs accelerate", both
assert with_low_cpu_mem_usage == "loaded", both
