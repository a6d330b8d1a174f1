"""With accelerate installed, a classic `.bin` gives the model's logits with `device_map` "cpu" or "auto", or a map that accelerate inferred, and with `low_cpu_mem_usage=True`."""

import tempfile
from pathlib import Path

import accelerate
import torch
from transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "auto"

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
    torch.nn.init.normal_(parameter, std=0.3)  # nothing that a new model has
classic = {
    key.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for key, tensor in model.state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
token_ids = torch.tensor([[2, 5, 3]])


def outcome(**options):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(classic, Path(folder, "pytorch_model.bin"))
        try:
            loaded = BertForPreTraining.from_pretrained(folder, **options).eval()
            with torch.no_grad():
                scores = loaded(token_ids.to(loaded.device))[0]
                expected = model(token_ids)[0]
        except TypeError:
            return "unknown"
        except (NotImplementedError, RuntimeError, ValueError, AttributeError) as error:
            return type(error).__name__
    right = torch.allclose(scores.cpu(), expected, atol=1e-4)
    return "right" if right else "wrong logits"


by_hand = accelerate.infer_auto_device_map(model, max_memory={"cpu": "1GB"})
ways = {
    "cpu": outcome(device_map="cpu"),
    "auto": outcome(device_map="auto"),
    "inferred": outcome(device_map=by_hand),
    "low_cpu_mem_usage": outcome(low_cpu_mem_usage=True),
}

for _way, _found in ways.items():
    print(f"{_way}: {_found}")
assert {*ways.values()} == {"right"}, "; ".join(
    f"{way}: {found}" for way, found in ways.items()
)
