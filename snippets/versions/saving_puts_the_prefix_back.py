"""`key_mapping` takes a wrong prefix off while loading. `save_pretrained` puts it back, so the saved encoder loads as random; with `save_original_format=False` it loads right."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

ports = ("pytorch_transformers",)
scope = "library"
decides = "saved as it is"

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
model = BertModel(config)
tensors = dict(model.named_parameters())
for parameter in tensors.values():
    torch.nn.init.normal_(parameter, std=0.3)  # nothing that a new model has
file = {f"encoder_a.{name}": tensor.detach() for name, tensor in tensors.items()}


def right(other):
    """How many of the tensors are the model's."""
    after = dict(other.named_parameters())
    return sum(torch.equal(after[name], tensor) for name, tensor in tensors.items())


def saved(a_model, **options):
    with tempfile.TemporaryDirectory() as folder:
        a_model.save_pretrained(folder, **options)
        return right(BertModel.from_pretrained(folder))


with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    without = right(BertModel.from_pretrained(_folder))
    loaded = BertModel.from_pretrained(_folder, key_mapping={r"^encoder_a\.": ""})
every, mapped = len(tensors), right(loaded)
saved_as_it_is = saved(loaded)
saved_with_own_names = saved(loaded, save_original_format=False)

print(f"of {every} tensors are right: without key_mapping {without}, with it {mapped}")
print(f"saved as it is, and loaded: {saved_as_it_is}", end="; ")
print(f"save_original_format=False: {saved_with_own_names}")
assert without == 0, f"without key_mapping {without} of {every} are loaded"
assert saved_as_it_is == 0, "it is saved without the prefix, and loads right"
assert saved_with_own_names == every, (
    f"{saved_with_own_names} of {every} are right with own names"
)
