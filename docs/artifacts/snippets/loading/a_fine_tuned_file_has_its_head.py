"""A fine-tuned classifier's file has its head, so its own class misses nothing. Saved from `model.bert`, or through `BertForPreTraining`, it lacks the head, and the next load makes another."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertForPreTraining, BertForSequenceClassification

scope = "library"
decides = "through BertForPreTraining"

logging.disable(logging.CRITICAL)  # each load would report
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
_token_ids = torch.tensor([[2, 5, 7, 3], [2, 9, 8, 3]])
torch.manual_seed(0)
model = BertForSequenceClassification(BertConfig.from_dict(_sizes))
_head = torch.nn.init.normal_(model.classifier.weight)  # stands for fine-tuning
_scores = model.eval()(_token_ids)[0]


def through_pretraining(folder):
    with tempfile.TemporaryDirectory() as first:
        model.save_pretrained(first)
        BertForPreTraining.from_pretrained(first).save_pretrained(folder)


def row(saved_from, save):
    """Load what was saved into the classifier's own class."""
    with tempfile.TemporaryDirectory() as folder:
        save(folder)
        torch.manual_seed(1)
        loaded, report = type(model).from_pretrained(folder, output_loading_info=True)
    return {
        "saved from": saved_from,
        "missing": sorted(report["missing_keys"]),
        "same scores": torch.allclose(loaded(_token_ids)[0], _scores, atol=1e-5),
    }


files = [
    row("the classifier", model.save_pretrained),
    row("model.bert", model.bert.save_pretrained),
    row("through BertForPreTraining", through_pretraining),
]
for _row in files:
    print(f"{_row['saved from']:27} missing: {_row['missing']}", end="; ")
    print("same scores:", _row["same scores"])
_names = ["classifier.bias", "classifier.weight"]
_missing = [_row["missing"] for _row in files]
_same = [_row["same scores"] for _row in files]
assert _missing == [[], _names, _names], f"missing: {_missing}"
assert _same == [True, False, False], f"same scores: {_same}"
