"""The package that pip installs: the command alone, the same answers as in a clone, and pre-commit's entry for it."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from inspector.command import main
from inspector.families import NAMES_FILE_IN_CLONE
from inspector.messages import MESSAGES_FILE

from .conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CHECKPOINT = str(ROOT / "checkpoints" / "pydoc-bert")
HOOKS = ROOT / ".pre-commit-hooks.yaml"
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", "--isolated")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc")


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(list(command), cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy: a build leaves folders beside what it builds."""
    folder = tmp_path_factory.mktemp("source")
    for name in ("src", "tests/inspector", "docs/artifacts/families"):
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
    for name in ("pyproject.toml", "README.md", "LICENSE", "inspect_checkpoint.py"):
        shutil.copy(ROOT / name, folder / name)
    options = ("--no-build-isolation", "--no-deps", "--no-index")
    run(*PIP, "wheel", *options, "--wheel-dir", folder / "wheels", folder, cwd=folder)
    (found,) = (folder / "wheels").iterdir()
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment with the wheel and PyYAML."""
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    python = folder / "bin/python"
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    for name in ("yaml", "_yaml"):
        spec = find_spec(name)
        if spec and spec.origin:
            shutil.copytree(Path(spec.origin).parent, site / name, ignore=LEFT_OUT)
    run(*PIP, "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    return folder / "bin"


def test_the_wheel_holds_the_inspector_and_nothing_else(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    modules = {f"inspector/{path.name}" for path in (ROOT / "src/inspector").glob("*.py")}
    assert names == modules | {f"inspector/{MESSAGES_FILE.name}", f"inspector/names/{NAMES_FILE_IN_CLONE.name}"}
    metadata = next(name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/METADATA"))
    text = zipfile.ZipFile(wheel).read(metadata).decode("utf-8")
    needed = [line for line in text.splitlines() if line.startswith("Requires-Dist:") and "extra" not in line]
    assert needed == ["Requires-Dist: PyYAML>=6"]


def test_the_installed_command_answers_as_the_one_in_a_clone(installed: Path, tmp_path: Path) -> None:
    options = (CHECKPOINT, "--format", "json")
    answer = run(installed / "python", "-I", installed / "inspect-checkpoint", *options, cwd=tmp_path)
    assert answer == run(sys.executable, "inspect_checkpoint.py", *options, cwd=ROOT)
    assert json.loads(answer)["family"] == "bert"
    heavy = ("torch", "transformers", "numpy", "mkdocs", "explainer", "tests")
    program = f"from importlib.util import find_spec; print([one for one in {heavy} if find_spec(one)])"
    assert run(installed / "python", "-I", "-c", program, cwd=tmp_path) == "[]\n"


def test_the_installed_names_are_read_in_the_package_and_without_them_it_says_so(
    installed: Path, tmp_path: Path
) -> None:
    (names,) = installed.parent.rglob(f"names/{NAMES_FILE_IN_CLONE.name}")
    names.rename(names.with_suffix(".away"))
    command = [str(installed / "inspect-checkpoint"), CHECKPOINT]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    names.with_suffix(".away").rename(names)
    assert done.returncode == 2
    assert NAMES_FILE_IN_CLONE.name in done.stderr
    assert "Traceback" not in done.stderr


def test_the_hook_starts_the_script_for_the_files_that_transformers_looks_for() -> None:
    (hook,) = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))
    assert hook["entry"] in PROJECT["project"]["scripts"]
    assert hook["language"] == "python"
    looked_at = (
        "model.safetensors", "out/model.safetensors", "a/b/pytorch_model.bin", "model.safetensors.index.json",
        "pytorch_model.bin.index.json",
    )  # fmt: skip
    left = (
        "model-00001-of-00002.safetensors", "pytorch_model-00001-of-00002.bin", "adapter_model.safetensors",
        "training_args.bin", "model.safetensors.md", "my_pytorch_model.bin", "config.json",
    )  # fmt: skip
    assert [name for name in (*looked_at, *left) if re.search(hook["files"], name)] == [*looked_at]


def test_several_paths_are_inspected_and_the_worst_decides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd, gone = tmp_path / "odd", str(tmp_path / "gone")
    shutil.copytree(CHECKPOINT, odd)
    config = json.loads((odd / "config.json").read_text(encoding="utf-8"))
    (odd / "config.json").write_text(json.dumps(config | {"vocab_size": 5}), encoding="utf-8")
    assert main([CHECKPOINT, CHECKPOINT]) == 0
    printed = capsys.readouterr().out
    assert printed.count(f"{CHECKPOINT}: safetensors\n") == 2
    assert f"fine. Sampled rows were read; --full reads every number.\n\n{CHECKPOINT}: " in printed
    assert main([str(odd), CHECKPOINT]) == 1
    capsys.readouterr()
    assert main([gone, str(odd), CHECKPOINT, "--format", "json"]) == 2
    printed, complaints = capsys.readouterr()
    assert [one.get("level") for one in json.loads(printed)] == [None, "problem", "fine"]
    assert complaints.count("\n") == 1
    assert gone in complaints


def test_several_paths_of_which_none_can_be_read_give_their_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no/such-a", "no/such-b", "--format", "json"]) == 2
    reasons = [one["unreadable"] for one in json.loads(capsys.readouterr().out)]
    assert ["no/such-a" in reasons[0][0], "no/such-b" in reasons[1][0]] == [True, True]
    assert main(["no/such-a", "--format", "json"]) == 2
    assert json.loads(capsys.readouterr().out)["source"] == "no/such-a"
