"""A file saved from `BertForMaskedLM` has no pooler: a classifier loaded from it gets a random one, below its own random layer."""

import contextlib
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM, BertForSequenceClassification

scope = "library"

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
with tempfile.TemporaryDirectory() as _folder, contextlib.chdir(_folder):
    BertForMaskedLM(config).save_pretrained("masked-lm")
    _poolers = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        classifier, report = BertForSequenceClassification.from_pretrained(
            "masked-lm", output_loading_info=True
        )
        _poolers.append(classifier.bert.pooler.dense.weight)

missing_keys = sorted(report["missing_keys"])
pooler_depends_on_the_seed = not torch.equal(*_poolers)

print("missing:", *missing_keys, sep="\n  ")
print("another seed gives another pooler:", pooler_depends_on_the_seed)
assert missing_keys == [
    "bert.pooler.dense.bias",
    "bert.pooler.dense.weight",
    "classifier.bias",
    "classifier.weight",
]
assert pooler_depends_on_the_seed
