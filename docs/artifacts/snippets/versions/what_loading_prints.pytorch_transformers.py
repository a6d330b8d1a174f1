"""What does not fit is reported as a table, which calls keys MISSING or UNEXPECTED."""

import contextlib
import io
import logging
import re
import tempfile
import warnings
from pathlib import Path

import torch
from pytorch_transformers import (
    BertConfig,
    BertForMaskedLM,
    BertForPreTraining,
    BertForSequenceClassification,
)

scope = "library"
decides = "classifier.weight | MISSING"

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
classic = {
    key.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for key, tensor in model.state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
encoder_only = dict(model.bert.state_dict())
_lines = []


def note(record):
    message = record.getMessage()
    if "configuration" in record.name or re.match("Model config|Offline", message):
        return
    _lines.append(f"{record.levelname}: {message}")


handler = logging.Handler()
handler.emit = note
logger = logging.getLogger("pytorch_transformers")
logger.handlers = [handler]  # and not the library's own
logger.setLevel(logging.INFO)


def what_it_prints(class_, file):
    _lines.clear()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        with (
            warnings.catch_warnings(record=True) as warned,
            contextlib.redirect_stderr(io.StringIO()) as stderr,
        ):
            class_.from_pretrained(folder)
    shown = [line for line in stderr.getvalue().splitlines() if "%|" not in line]
    all_lines = [
        *_lines,
        *(f"{w.category.__name__}: {w.message}" for w in warned),
        *shown,
    ]
    text = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(all_lines).replace(folder, "FOLDER"))
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


into_pretraining = what_it_prints(BertForPreTraining, classic)
into_masked_lm = what_it_prints(BertForMaskedLM, classic)
encoder_into_masked_lm = what_it_prints(BertForMaskedLM, encoder_only)
encoder_into_classifier = what_it_prints(BertForSequenceClassification, encoder_only)

print("--- a file of 2018's into BertForPreTraining", into_pretraining, sep="\n")
print("--- the same into BertForMaskedLM", into_masked_lm, sep="\n")
print("--- an encoder-only file into BertForMaskedLM", encoder_into_masked_lm, sep="\n")
print(
    "--- the same into BertForSequenceClassification", encoder_into_classifier, sep="\n"
)
assert "UNEXPECTED" in into_masked_lm, "no table calls a key UNEXPECTED"
assert "MISSING" in encoder_into_classifier and not (
    "UNEXPECTED" in encoder_into_classifier or "%|" in into_pretraining
), "no table calls a key MISSING"
