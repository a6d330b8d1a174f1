"""With `--class` and `--full` the command's exit code lets a whole small BERT classifier pass, and none of eleven damaged copies. Without `--class` one damage goes unseen, and without `--full` another."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from transformers import BertConfig, BertForSequenceClassification, logging

scope = "library"
decides = "the classifier is missing"

_runs_again_when_these_change = [
    "inspect_checkpoint.py",
    "inspector/*",
    "docs/artifacts/families/names.json",
]
logging.disable_progress_bar()
torch.manual_seed(0)
config = BertConfig(vocab_size=600, hidden_size=32, intermediate_size=48)
config.num_hidden_layers, config.num_attention_heads = 2, 2
model = BertForSequenceClassification(config)
_whole = tempfile.TemporaryDirectory()
model.save_pretrained(_whole.name)
_tensors = load_file(Path(_whole.name, "model.safetensors"))
_content = Path(_whole.name, "model.safetensors").read_bytes()
_settings = json.loads(Path(_whole.name, "config.json").read_text())
_words, _matrix = (
    f"bert.{name}.weight"
    for name in ("embeddings.word_embeddings", "encoder.layer.1.intermediate.dense")
)


def saved(tensors=_tensors, **settings):
    """Saves tensors and a configuration to a folder."""

    def save(folder):
        save_file(tensors, folder / "model.safetensors")
        (folder / "config.json").write_text(json.dumps(_settings | settings))

    return save


def written(content):
    """Saves the whole model, and then other bytes as its weights."""

    def save(folder):
        saved()(folder)
        (folder / "model.safetensors").write_bytes(content)

    return save


def sharded(folder):
    model.save_pretrained(folder, max_shard_size="40KB")
    max(folder.glob("*.safetensors")).unlink()


class Trap:
    """Calls something when it is unpickled."""

    def __reduce__(self):
        """What it would call."""
        return print, ("it ran",)


def trapped(folder):
    saved()(folder)
    (folder / "model.safetensors").unlink()
    torch.save({**_tensors, "trap": Trap()}, folder / "pytorch_model.bin")


def without(part):
    return {name: one for name, one in _tensors.items() if part not in name}


_nan = {**_tensors, _matrix: _tensors[_matrix].clone()}
_nan[_matrix][40, 30] = float("nan")
_damages = {
    "none": saved(),
    "the classifier is missing": saved(without("classifier")),
    "it is missing, and config.json names BertModel": saved(
        without("classifier"), architectures=["BertModel"]
    ),
    "a layer is missing": saved(without("layer.1.")),
    "all names have module. in front": saved(
        {f"module.{name}": one for name, one in _tensors.items()}
    ),
    "config.json has another vocabulary": saved(vocab_size=700),
    "config.json has three labels": saved(id2label={str(i): str(i) for i in range(3)}),
    "one NaN near a matrix's end": saved(_nan),
    "the file is cut off": written(_content[:-1000]),
    "a shard is missing": sharded,
    "a pointer of Git LFS": written(b"version https://git-lfs"),
    "the pickle would call something": trapped,
}
_command = [sys.executable, "inspect_checkpoint.py"]
_asked = ["--class", "BertForSequenceClassification"]


def exit_code(folder, *options):
    command = [*_command, folder, *options]
    return subprocess.run(command, capture_output=True).returncode


exit_codes = []
for _damage, _make in _damages.items():
    with tempfile.TemporaryDirectory() as _folder:
        _make(Path(_folder))
        _codes = {
            "with --full": exit_code(_folder, "--full"),
            "with --class": exit_code(_folder, *_asked),
            "with --class and --full": exit_code(_folder, *_asked, "--full"),
        }
    exit_codes.append({"damage": _damage, **_codes})
    print(f"{_damage:47}", *_codes.values())
passed, *stopped = exit_codes
assert set(passed.values()) == {"none", 0}, f"the whole model: {passed}"
assert len(stopped) == 11, f"{len(stopped)} damages"
unseen = {
    way: [row["damage"] for row in stopped if not row[way]]
    for way in ("with --class and --full", "with --class", "with --full")
}
_named = "it is missing, and config.json names BertModel"
assert unseen["with --class and --full"] == [], unseen
assert unseen["with --class"] == ["one NaN near a matrix's end"], unseen
assert unseen["with --full"] == [_named], unseen
