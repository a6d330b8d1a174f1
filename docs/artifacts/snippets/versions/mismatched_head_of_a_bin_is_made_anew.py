"""`ignore_mismatched_sizes=True` makes a classifier of another size anew, from a `.bin` too."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForSequenceClassification

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
model = BertForSequenceClassification(config)
file = model.state_dict()
file["classifier.weight"] = torch.ones(5, 16)
file["classifier.bias"] = torch.ones(5)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    loaded = BertForSequenceClassification.from_pretrained(
        _folder, ignore_mismatched_sizes=True
    )
labels = loaded.classifier.weight.shape[0]
std = loaded.classifier.weight.std().item()
encoder_is_the_file_s = torch.equal(
    loaded.bert.embeddings.word_embeddings.weight,
    model.bert.embeddings.word_embeddings.weight,
)

print(f"labels: {labels}, std: {std:.2f}, encoder kept: {encoder_is_the_file_s}")
assert labels == 2, f"the classifier has {labels} labels"
assert not 0.1 < std < 0.2, "the classifier holds nn.Linear's first values, not BERT's"
assert 0.01 < std < 0.03, "the classifier holds memory that nobody set"
assert encoder_is_the_file_s, "the encoder is not the file's"
