"""Pass `save_original_format=False` to `save_pretrained` to save a file's `gamma` and `beta` as `weight` and `bias`. Without it they are saved under the old names again: `from_pretrained` reads them, but `load_state_dict(…, strict=False)` leaves every LayerNorm as it was."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_transformers",)
scope = "library"
decides = "as it is: from_pretrained"

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
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.3)  # nothing that a new model has
classic = {
    key.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for key, tensor in model.state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
norms = {key: value for key, value in model.state_dict().items() if "LayerNorm" in key}


def right(other):
    after = other.state_dict()
    return sum(torch.equal(after[key], value) for key, value in norms.items())


def saved(a_model, **options):
    """How many of LayerNorm's tensors are right after saving, read in two ways."""
    with tempfile.TemporaryDirectory() as folder:
        a_model.save_pretrained(folder, **options)
        if Path(folder, "model.safetensors").exists():
            from safetensors.torch import load_file

            state = load_file(Path(folder, "model.safetensors"))
        else:
            state = torch.load(Path(folder, "pytorch_model.bin"))
        again = BertForPreTraining.from_pretrained(folder)
    by_hand = BertForPreTraining(config)
    by_hand.load_state_dict(state, strict=False)
    return {"from_pretrained": right(again), "load_state_dict": right(by_hand)}


with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(classic, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
as_it_is, own_names = saved(loaded), saved(loaded, save_original_format=False)
every = len(norms)

print(f"LayerNorm's {every} tensors that are right, saved and read again")
for _name, _ways in (("as it is", as_it_is), ("save_original_format=False", own_names)):
    print(f"{_name}:", *(f"{way} {count}" for way, count in _ways.items()))
assert as_it_is["load_state_dict"] == 0, "it saves weight and bias"
assert as_it_is["from_pretrained"] == every, "its own file is not read"
assert own_names == dict.fromkeys(own_names, every), f"with the option: {own_names}"
