"""An encoder-only file, without the prefix `bert.`, fills the encoder of a class with heads."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining, BertModel

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
encoder = {
    name: torch.rand(parameter.shape)  # nothing that a new model has
    for name, parameter in BertModel(config).named_parameters()
}
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(encoder, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
after = loaded.bert.state_dict()
lost = [key for key, tensor in encoder.items() if not torch.equal(after[key], tensor)]
loaded_keys, all_keys = len(encoder) - len(lost), len(encoder)

print(f"{loaded_keys} of the encoder's {all_keys} tensors are the file's")
assert not lost, f"{loaded_keys} of the encoder's {all_keys} are loaded"
