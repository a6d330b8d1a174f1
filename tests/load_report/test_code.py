"""The lines that "Paste your report" offers to copy: run as a reader would, with what a report filled in."""

import os
import subprocess
from pathlib import Path

import pytest
from safetensors import safe_open

from load_report.rules import read_sources
from tests.forked import run_forked

ROOT = Path(__file__).resolve().parents[2]
SOURCES = read_sources(ROOT, {f"{path.parent.name}/{path.stem}" for path in ROOT.glob("snippets/*/*.py")})
assert SOURCES is not None
CODES = {rule.name: rule.code for rule in SOURCES.rules.rules if rule.code}
assert CODES
# What most of them import; each runs in a fork of a process that has done so.
LOADED = "import torch; from transformers import AutoConfig, AutoModel, BertForPreTraining"
FILLED = {"{class}": "BertForPreTraining", "{old}": "", "{new}": ""}


def filled(code: str, **values: str) -> str:
    for place, value in {**FILLED, **{f"{{{name}}}": value for name, value in values.items()}}.items():
        code = code.replace(place, value)
    return code


@pytest.fixture(scope="module")
def renamed_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the trained checkpoint, each of its names after a prefix."""
    from safetensors.torch import save_file  # it imports torch

    folder = tmp_path_factory.mktemp("renamed")
    home = folder / "checkpoints/pydoc-bert"
    home.mkdir(parents=True)
    trained = ROOT / "checkpoints/pydoc-bert"
    (home / "config.json").write_bytes((trained / "config.json").read_bytes())
    with safe_open(trained / "model.safetensors", "pt") as file:
        tensors = {f"module.{name}": file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (no mapping)
    save_file(tensors, home / "model.safetensors")
    return folder


def run(code: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return run_forked(code, folder, environment={**os.environ, "HF_HUB_OFFLINE": "1"}, loaded=LOADED)


@pytest.mark.parametrize("name", CODES)
def test_the_code_of_a_rule_runs(name: str) -> None:
    code = filled(CODES[name])
    assert max(map(len, code.splitlines())) <= 88
    done = run(code, ROOT)
    assert done.returncode == 0, done.stderr


def test_code_that_does_not_run_is_seen() -> None:
    done = run("import nowhere", ROOT)
    assert done.returncode == 1
    assert "No module named 'nowhere'" in done.stderr


@pytest.mark.parametrize(("old", "left"), [("module.", ""), ("nothing.", "MISSING")])
def test_the_code_that_renames_loads_everything(renamed_in: Path, old: str, left: str) -> None:
    done = run(filled(CODES["renamed"], old=old), renamed_in)
    assert done.returncode == 0, done.stderr
    assert ("MISSING" in done.stderr) == bool(left)
