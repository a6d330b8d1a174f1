"""The lines that "Paste your report" offers to copy: run as a reader would, with what a report filled in."""

import subprocess
from pathlib import Path

import pytest
from safetensors import safe_open
from safetensors.torch import save_file

from explainer.inputs.snippets import read_snippets
from load_report.rules import read_sources
from tests.forked import run_each

ROOT = Path(__file__).resolve().parents[2]
SOURCES = read_sources(ROOT, {snippet.key for snippet in read_snippets(ROOT)})
assert SOURCES is not None
CODES = {rule.name: rule.code for rule in SOURCES.rules.rules if rule.code}
assert CODES
FILLED = {"{class}": "BertForPreTraining", "{old}": "", "{new}": ""}


def filled(code: str, **values: str) -> str:
    for place, value in {**FILLED, **{f"{{{name}}}": value for name, value in values.items()}}.items():
        code = code.replace(place, value)
    return code


@pytest.fixture(scope="module")
def renamed_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the trained checkpoint, each of its names after a prefix."""
    folder = tmp_path_factory.mktemp("renamed")
    home = folder / "checkpoints/pydoc-bert"
    home.mkdir(parents=True)
    trained = ROOT / "checkpoints/pydoc-bert"
    (home / "config.json").write_bytes((trained / "config.json").read_bytes())
    with safe_open(trained / "model.safetensors", "pt") as file:
        tensors = {f"module.{name}": file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (no mapping)
    save_file(tensors, home / "model.safetensors")
    return folder


@pytest.fixture(scope="module")
def runs(renamed_in: Path) -> dict[str, "subprocess.CompletedProcess[str]"]:
    """All that this file runs, by name: one process has the libraries loaded, and each program is a fork of it."""
    programs = {name: (filled(code), ROOT) for name, code in CODES.items()}
    programs |= {old: (filled(CODES["renamed"], old=old), renamed_in) for old in ("module.", "nothing.")}
    programs["broken"] = ("import nowhere", ROOT)
    return dict(zip(programs, run_each(list(programs.values())), strict=True))


@pytest.mark.parametrize("name", CODES)
def test_the_code_of_a_rule_runs(runs: dict[str, "subprocess.CompletedProcess[str]"], name: str) -> None:
    assert max(map(len, filled(CODES[name]).splitlines())) <= 88
    assert runs[name].returncode == 0, runs[name].stderr


def test_code_that_does_not_run_is_seen(runs: dict[str, "subprocess.CompletedProcess[str]"]) -> None:
    assert runs["broken"].returncode == 1
    assert "No module named 'nowhere'" in runs["broken"].stderr


@pytest.mark.parametrize(("old", "left"), [("module.", ""), ("nothing.", "MISSING")])
def test_the_code_that_renames_loads_everything(
    runs: dict[str, "subprocess.CompletedProcess[str]"], old: str, left: str
) -> None:
    assert runs[old].returncode == 0, runs[old].stderr
    assert ("MISSING" in runs[old].stderr) == bool(left)
