"""With `ignore_mismatched_sizes=True` a classifier of a different size gets new random values, as in a fresh BERT, and the encoder comes from the file."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForSequenceClassification

ports = ("pytorch_transformers",)
scope = "library"

torch.manual_seed(0)
sizes = {
    "vocab_size": 100,
    "hidden_size": 64,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 32,
}
config = BertConfig.from_dict(sizes)
five = BertConfig.from_dict({**sizes, "num_labels": 5})
file = BertForSequenceClassification(five).state_dict()
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    loaded = BertForSequenceClassification.from_pretrained(
        _folder, ignore_mismatched_sizes=True
    )
labels = loaded.classifier.weight.shape[0]
ratio = loaded.classifier.weight.std().item() / config.initializer_range
after = loaded.state_dict()
other = [key for key, tensor in file.items() if not torch.equal(after[key], tensor)]

print(f"labels: {labels}, std: {ratio:.1f} times initializer_range")
print("not the file's:", *other)
assert 0.5 < ratio < 2, "the classifier holds " + (
    "nn.Linear's first values, not BERT's"
    if 2.5 < ratio < 5
    else "memory that nobody set"
)
assert other == ["classifier.weight", "classifier.bias"], f"not the file's: {other}"
