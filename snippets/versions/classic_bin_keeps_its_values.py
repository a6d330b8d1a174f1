"""A file from 2018, with `gamma` and `beta` for the LayerNorms, loads with every value."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
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
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(classic, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
in_the_file, after = model.state_dict(), loaded.state_dict()
new = BertForPreTraining(config).state_dict()
lost = [key for key, t in in_the_file.items() if not torch.equal(t, after[key])]
as_in_a_new_model = [
    key
    for key, t in in_the_file.items()
    if t.is_floating_point() and torch.equal(t, new[key])
]

print("tensors as in any new model:", len(as_in_a_new_model))
print("tensors that are not the file's after loading:", len(lost))
assert not as_in_a_new_model, f"no proof: a new model has the same {as_in_a_new_model}"
assert not lost, f"other values under {', '.join(lost)}"
