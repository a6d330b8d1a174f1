"""By default a report compares sampled rows of two matrices and can miss a single changed number; `--full` finds it, wherever it is."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertForPreTraining

scope = "library"

_runs_again_when_these_change = ["src/inspector/*.py"]
torch.manual_seed(0)
_sizes = {"vocab_size": 9000, "hidden_size": 24, "num_hidden_layers": 1}
_tensors = BertForPreTraining(BertConfig.from_dict(_sizes)).state_dict()
_words = _tensors["bert.embeddings.word_embeddings.weight"]


def said_of_the_decoder(decoder, *options):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "model.safetensors")
        given = _tensors | {"cls.predictions.decoder.weight": decoder}
        save_file({name: one.clone() for name, one in given.items()}, file)
        command = [sys.executable, "inspect_checkpoint.py", file, "--format", "json"]
        done = subprocess.run([*command, *options], capture_output=True, text=True)
    found = {one["name"]: one["what"] for one in json.loads(done.stdout)["findings"]}
    return next(name for name in found if name.startswith("decoder_"))


def changed(rows):
    decoder = _words.clone()
    decoder[rows, 7] += 0.5
    return decoder


_last, _between = len(_words) - 1, 5000
answers = []
for _what, _decoder in {
    "nothing": _words,
    "a number in every row": changed(slice(None)),
    "a number in the last row": changed(_last),
    "a number in a row between": changed(_between),
}.items():
    _row = {"changed": _what, "by default": said_of_the_decoder(_decoder)}
    _row["with --full"] = said_of_the_decoder(_decoder, "--full")
    answers.append({key: words.replace("_", " ") for key, words in _row.items()})
    print(f"{_what:26} {_row['by default']:16} --full: {_row['with --full']}")
by_default = [row["by default"] for row in answers]
with_full = [row["with --full"] for row in answers]
_equal, _differs = "decoder equal", "decoder differs"
assert by_default == [_equal, _differs, _differs, _equal], by_default
assert with_full == [_equal, _differs, _differs, _differs], with_full
