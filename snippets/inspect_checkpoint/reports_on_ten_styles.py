"""The report on each of ten styles of file names the keys that each of nine classes then initializes. Of the ten it calls one a problem."""

import json
import runpy
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import torch
import transformers
from transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "tied-keys-differ"

_styles = runpy.run_path("checkpoints/checkpoint_styles.py")
_command = [sys.executable, Path("inspect_checkpoint.py").resolve()]
_runs_again_when_these_change = [
    "src/inspector/messages.yml",
    "src/inspector/*.py",
    "docs/artifacts/families/names.json",
]
transformers.logging.set_verbosity_error()  # the load reports are read as data
transformers.logging.disable_progress_bar()
torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForPreTraining(config)
for _parameter in model.parameters():
    torch.nn.init.normal_(_parameter, std=0.3)  # nothing at a value one could guess
_saved = tempfile.TemporaryDirectory()  # each style is written from this file
model.save_pretrained(_saved.name)


def inspect(style, folder):
    command = [*_command, style, "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, json.loads(done.stdout)


def unpack(folder):
    with tarfile.open(folder / "pydoc-bert.tar.gz") as archive:
        archive.extractall(folder, filter="data")
    (folder / "bert_config.json").rename(folder / "config.json")


def missing(name, folder):
    class_ = getattr(transformers, name)
    _, loaded = class_.from_pretrained(folder, output_loading_info=True)
    return {key.removeprefix("bert.") for key in loaded["missing_keys"]}


def in_words(finding):
    texts = [finding["what"], finding["why"] if finding["level"] != "fine" else ""]
    texts += [f"Do: {finding['do']}"] if finding["do"] else []
    return " ".join(texts).strip().replace("`", "")


overview, tables, random_classes = [], {}, {}
for style in _styles["STYLES"]:
    with tempfile.TemporaryDirectory() as _folder:
        _file = Path(_folder, style)
        _styles["write_style"](style, _file, Path(_saved.name))
        _code, _report = inspect(style, _folder)
        if style == "archive-2018":  # from_pretrained does not unpack it
            unpack(_file)
        for fit in _report["classes"]:
            _said, _new = set(fit["missing_names"]), missing(fit["name"], _file)
            assert _said == _new, f"{fit['name']}, {style}: {sorted(_said ^ _new)}"
    _found = _report["findings"]
    assert _code == (_report["level"] == "problem"), f"{style}: exit code {_code}"
    _names = [one["name"] for one in _found if one["level"] != "fine"]
    _random = [fit["name"] for fit in _report["classes"] if fit["level"] == "problem"]
    random_classes[style] = _random
    overview.append(
        {
            "style": style,
            "verdict": _report["level"],
            "problems and notes": ", ".join(_names).replace("_", " "),
            "classes with a problem": len(_random),
            "it holds": ", ".join(_report["parts"]),
        }
    )
    tables[style] = [{"level": one["level"], "found": in_words(one)} for one in _found]
    print(f"{style:18} {_report['level']:8} exit {_code}  {', '.join(_names)}")
with_problems = [row["style"] for row in overview if row["verdict"] == "problem"]
assert with_problems == ["tied-keys-differ"], with_problems
assert len(overview) == len(_styles["STYLES"]), f"{len(overview)} styles"
_named = {row["style"]: row["problems and notes"] for row in overview}
_two_copies = _named["tied-keys-differ"]
assert _two_copies == "decoder differs, bias differs", f"two copies: {_two_copies}"
_heads = {"BertForMaskedLM", "BertForPreTraining", "BertLMHeadModel"}
_heads |= {"BertForNextSentencePrediction"}
_of_encoder = random_classes["encoder"]
assert {*_of_encoder} == _heads, f"an encoder's file lacks parts of {_of_encoder}"
_worst = tables["tied-keys-differ"][0]["found"]
assert "Which copy won" in _worst, f"a problem comes first, with its reason: {_worst}"
dump_2018, archive_2018, dump_weight_bias, position_ids, today = list(tables.values())[
    :5
]
masked_lm, encoder, two_copies, decoder_bias_only, untied = list(tables.values())[5:]
del tables
