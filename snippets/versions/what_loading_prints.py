"""What does not fit is reported as a table, which calls keys MISSING or UNEXPECTED."""

import contextlib
import io
import logging
import re
import tempfile
import warnings
from pathlib import Path

import torch
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertForPreTraining,
    BertForSequenceClassification,
)

ports = ("pytorch_transformers",)
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
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
classic = {
    key.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for key, tensor in model.state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
encoder_only = dict(model.bert.state_dict())
logger = logging.getLogger("transformers")
logger.handlers.clear()  # the library's own: what it would show is taken down below
logger.setLevel(logging.INFO)


def what_it_prints(class_, file):
    lines = []
    handler = logging.Handler()
    handler.emit = lambda r: lines.append(f"{r.levelname}: {r.getMessage()}")
    handler.addFilter(lambda r: not re.match("Model config|Offline", r.getMessage()))
    handler.addFilter(lambda r: "configuration" not in r.name)
    logger.addHandler(handler)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        with (
            warnings.catch_warnings(record=True) as warned,
            contextlib.redirect_stderr(io.StringIO()) as stderr,
        ):
            class_.from_pretrained(folder)
    logger.removeHandler(handler)
    lines += [f"{w.category.__name__}: {w.message}" for w in warned]
    lines += [line for line in stderr.getvalue().splitlines() if "%|" not in line]
    text = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(lines).replace(folder, "FOLDER"))
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
assert "MISSING" in encoder_into_masked_lm, "no table calls a key MISSING"
assert "UNEXPECTED" in into_masked_lm, "no table calls a key UNEXPECTED"
