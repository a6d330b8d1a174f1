"""A file that names LayerNorm's parameters gamma and beta, as all files from 2018 do, loads with its values, and no message mentions these names."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
decides = "messages that"

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
removed = "cls.predictions.transform.dense.bias"
classic.pop(removed)
records = []
handler = logging.Handler()
handler.emit = records.append
logger = logging.getLogger("transformers")
logger.addHandler(handler)
logger.setLevel(logging.INFO)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(classic, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
_texts = [record.getMessage() for record in records]
levels = [
    record.levelname
    for record, text in zip(records, _texts, strict=True)
    if "gamma" in text or "beta" in text
]
missing_is_named = removed in "\n".join(_texts)
after = loaded.state_dict()
norms = {key: value for key, value in model.state_dict().items() if "LayerNorm" in key}
same = sum(torch.equal(after[key], value) for key, value in norms.items())

print(f"LayerNorm: {same} of {len(norms)} tensors are the file's")
print("messages that mention gamma or beta:", len(levels))
assert missing_is_named, "no proof: a key that is missing is not named either"
assert same == len(norms), f"{same} of LayerNorm's {len(norms)} tensors are the file's"
assert not levels, f"gamma and beta are mentioned at level {levels[0]}"
