"""The lines that "Paste your report" offers to copy: run as a reader would, with what a report filled in."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from safetensors import safe_open
from safetensors.torch import save_file

from explainer.inputs.snippets import read_snippets
from load_report.rules import read_sources

ROOT = Path(__file__).resolve().parents[2]
SOURCES = read_sources(ROOT, {snippet.key for snippet in read_snippets(ROOT)})
assert SOURCES is not None
CODES = {rule.name: rule.code for rule in SOURCES.rules.rules if rule.code}
assert CODES
FILLED = {"{class}": "BertForPreTraining", "{old}": "", "{new}": ""}


def run(code: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def filled(code: str, **values: str) -> str:
    for place, value in {**FILLED, **{f"{{{name}}}": value for name, value in values.items()}}.items():
        code = code.replace(place, value)
    return code


@pytest.mark.parametrize("name", CODES)
def test_the_code_of_a_rule_runs(name: str) -> None:
    code = filled(CODES[name])
    assert max(map(len, code.splitlines())) <= 88
    done = run(code, ROOT)
    assert done.returncode == 0, done.stderr


def test_the_code_that_renames_loads_everything(tmp_path: Path) -> None:
    home = tmp_path / "checkpoints/pydoc-bert"
    home.mkdir(parents=True)
    trained = ROOT / "checkpoints/pydoc-bert"
    (home / "config.json").write_bytes((trained / "config.json").read_bytes())
    with safe_open(trained / "model.safetensors", "pt") as file:
        tensors = {f"module.{name}": file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (no mapping)
    save_file(tensors, home / "model.safetensors")
    for old, left in (("module.", ""), ("nothing.", "MISSING")):
        done = run(filled(CODES["renamed"], old=old), tmp_path)
        assert done.returncode == 0, done.stderr
        assert ("MISSING" in done.stderr) == bool(left)
