"""The report names, for each class that it lists, the keys that `from_pretrained` then initializes, and measures its `[PAD]` row."""

import json
import subprocess
import sys

import transformers

scope = "checkpoint"
decides = "BertForPreTraining  "

checkpoint = "pydoc-bert"
_runs_again_when_these_change = [
    "src/inspector/messages.yml",
    "src/inspector/*.py",
    "docs/artifacts/families/names.json",
]


def inspect(*options):
    command = [sys.executable, "inspect_checkpoint.py", checkpoint, *options]
    return subprocess.run(command, capture_output=True, text=True)


_done = inspect()
print(_done.stdout.rstrip())
exit_code = _done.returncode
assert exit_code in (0, 1), _done.stderr

transformers.logging.set_verbosity_error()  # the load reports are read as data
report = json.loads(inspect("--format", "json").stdout)
family, holds, classes = report["family"], report["parts"], len(report["classes"])
made_new = {}
for _fit in report["classes"]:
    _class = getattr(transformers, _fit["name"])
    _model, _loaded = _class.from_pretrained(checkpoint, output_loading_info=True)
    _prefix = f"{_model.base_model_prefix}."
    _missing = {key.removeprefix(_prefix) for key in _loaded["missing_keys"]}
    _said = set(_fit["missing_names"])
    assert _said == _missing, f"{_fit['name']}: {sorted(_said ^ _missing)}"
    made_new[_fit["name"]] = len(_missing)
_pad = _model.get_input_embeddings().weight[_model.config.pad_token_id]
_row = next(one["what"] for one in report["findings"] if one["name"] == "pad_row")
pad_row_is_measured = f"its length is {_pad.norm().item():.4g}," in _row
assert pad_row_is_measured, _row
assert len(made_new) == classes > 1, f"{classes} classes"
del report
