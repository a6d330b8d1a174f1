"""all-MiniLM's folder is complete for `BertModel`, and has no head: `BertForMaskedLM` would get a random one."""

import json
import subprocess
import sys

import transformers

scope = "checkpoint"

minilm = "sentence-transformers/all-MiniLM-L6-v2"
_runs_again_when_these_change = [
    "src/inspector/messages.yml",
    "src/inspector/*.py",
    "docs/artifacts/families/names.json",
]

_command = [sys.executable, "inspect_checkpoint.py", minilm]
_options = ["--class", "BertModel", "--format", "json"]
_printed = subprocess.run(_command + _options, capture_output=True, text=True).stdout
report = json.loads(_printed)
verdicts = {one["name"]: one["verdict"] for one in report["classes"]}
print("BertModel:", verdicts["BertModel"])
print("BertForMaskedLM:", verdicts["BertForMaskedLM"])
assert verdicts["BertModel"] == "all there"
assert verdicts["BertForMaskedLM"] == "MLM head random"

transformers.logging.set_verbosity_error()  # the load reports are read as data
_missing = {}
for _class in (transformers.BertModel, transformers.BertForMaskedLM):
    _, _info = _class.from_pretrained(minilm, output_loading_info=True)
    _missing[_class.__name__] = sorted(_info["missing_keys"])
missing_in_masked_lm = _missing["BertForMaskedLM"]
assert not _missing["BertModel"]
assert len(missing_in_masked_lm) > 0
assert all(key.startswith("cls.") for key in missing_in_masked_lm)
