"""If your classifier's head is UNEXPECTED under a different name or prefix, such as `fc.` or `module.`, rename it: then it loads. Saved from the classifier's own class, its file lacks nothing. Saved from `model.bert`, or through `BertForPreTraining`, it lacks the head."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining, BertForSequenceClassification

scope = "library"
decides = "renamed from module."

logging.disable(logging.CRITICAL)  # each load would report
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
_token_ids = torch.tensor([[2, 5, 7, 3], [2, 9, 8, 3]])
torch.manual_seed(0)
model = BertForSequenceClassification(BertConfig.from_dict(_sizes))
for _parameter in model.parameters():
    torch.nn.init.normal_(_parameter, std=0.5)  # stands for fine-tuning
_scores = model.eval()(_token_ids)[0]
_head = ["classifier.weight", "classifier.bias"]


def through_pretraining(folder):
    with tempfile.TemporaryDirectory() as first:
        model.save_pretrained(first)
        BertForPreTraining.from_pretrained(first).save_pretrained(folder)


def under_names(old, new):
    """Return what saves the classifier's tensors with `new` where names begin so."""

    def save(folder):
        state = model.state_dict().items()
        file = {new + k[len(old) :] if k.startswith(old) else k: t for k, t in state}
        Path(folder, "config.json").write_text(model.config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))

    return save


def renamed(save, old, new):
    """Return what renames in a file that was saved, loads it, and saves the model."""

    def save_renamed(folder):
        with tempfile.TemporaryDirectory() as first:
            save(first)
            path = Path(first, "pytorch_model.bin")
            state = torch.load(path).items()
            file = {
                new + k[len(old) :] if k.startswith(old) else k: t for k, t in state
            }
            torch.save(file, path)
            type(model).from_pretrained(first).save_pretrained(folder)

    return save_renamed


def row(saved, save):
    """Load what was saved into the classifier's own class."""
    with tempfile.TemporaryDirectory() as folder:
        save(folder)
        torch.manual_seed(1)
        loaded, report = type(model).from_pretrained(folder, output_loading_info=True)
    missing, unexpected = report["missing_keys"], report["unexpected_keys"]
    return {
        "saved": saved,
        "the head is": "MISSING" if {*_head} <= {*missing} else "loaded",
        "another name is UNEXPECTED": any(key.endswith(_ends) for key in unexpected),
        "missing": len(missing),
        "same scores": torch.allclose(loaded(_token_ids)[0], _scores, atol=1e-4),
    }


_ends = ("fc.weight", "classifier.weight")
_fc, _module = under_names("classifier.", "fc."), under_names("", "module.")
files = [
    row("from the classifier", model.save_pretrained),
    row("from model.bert", model.bert.save_pretrained),
    row("through BertForPreTraining", through_pretraining),
    row("with fc. for classifier.", _fc),
    row("renamed from fc.", renamed(_fc, "fc.", "classifier.")),
    row("with module. before all", _module),
    row("renamed from module.", renamed(_module, "module.", "")),
]
for _row in files:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_missing = [_row["missing"] for _row in files]
_is_missing = [_row["the head is"] == "MISSING" for _row in files]
_there = [_row["another name is UNEXPECTED"] for _row in files]
_same = [_row["same scores"] for _row in files]
_all = len(list(model.parameters()))
assert _missing == [0, 2, 2, 2, 0, _all, 0], f"missing: {_missing}"
assert _is_missing == [False, True, True, True, False, True, False], _is_missing
assert _there == [False, False, False, True, False, True, False], f"there: {_there}"
assert _same == [True, False, False, False, True, False, True], f"same: {_same}"
