"""Load a file that has `gamma` and `beta` with `from_pretrained`, which reads them; for torch's `load_state_dict` rename them to `weight` and `bias`. Torch stops at the old names until they are renamed. Renamed, they are read by both. This holds for a `BertModel`."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "torch's load_state_dict stops"

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
trained = BertModel(config).eval()
for parameter in trained.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
old_names = {
    name.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for name, tensor in trained.state_dict().items()
}
_ids = torch.tensor([[2, 5, 7, 3]])


def same_outputs(model):
    with torch.no_grad():
        return torch.allclose(model.eval()(_ids)[0], trained(_ids)[0], atol=1e-5)


def names_in_the_error(weights, model):
    try:
        model.load_state_dict(weights)
    except RuntimeError as error:
        return str(error).split('"')[1::2]
    return []


def by_from_pretrained(weights):
    """Return what is missing, and whether the outputs are the same."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(weights, str(Path(folder, "pytorch_model.bin")))
        model, report = BertModel.from_pretrained(folder, output_loading_info=True)
    return sorted(report["missing_keys"]), same_outputs(model)


by_torch = BertModel(config)
refused = names_in_the_error(old_names, by_torch)
renamed = {
    name.replace("LayerNorm.gamma", "LayerNorm.weight").replace(
        "LayerNorm.beta", "LayerNorm.bias"
    ): tensor
    for name, tensor in old_names.items()
}
refused_when_renamed = names_in_the_error(renamed, by_torch)
read_when_renamed = same_outputs(by_torch)
missing, read_by_from_pretrained = by_from_pretrained(old_names)
still_missing, still_read = by_from_pretrained(renamed)

print("from_pretrained misses:", missing, "same outputs:", read_by_from_pretrained)
print("torch's load_state_dict stops at", len(refused), "names")
print("renamed: at", len(refused_when_renamed), "same outputs:", read_when_renamed)
print("from_pretrained then misses:", still_missing, "same outputs:", still_read)
assert missing == [], f"missing: {missing}"
assert read_by_from_pretrained, "from_pretrained computes something else"
assert len(refused) == 2 * 2 * 3, f"torch stops at {len(refused)} names"
assert refused_when_renamed == [], f"torch stops at {refused_when_renamed}"
assert read_when_renamed, "renamed, it computes something else"
assert still_missing == [], f"renamed, missing: {still_missing}"
assert still_read, "renamed, from_pretrained computes something else"
