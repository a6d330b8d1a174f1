"""A Python that cannot run the engine is told so in one line, also by one that is too old to read its annotations."""

import ast
import sys
from pathlib import Path

import pytest

from explainer.start import start

ROOT = Path(__file__).resolve().parents[2]


def test_an_old_python_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    assert start([], tmp_path) == 2
    said = capsys.readouterr().err
    assert said.startswith("Python 3.11 or newer is needed, and this is ")
    assert said.count("\n") == 1


@pytest.mark.parametrize("name", ["build_artifacts.py", "src/explainer/start.py", "src/explainer/__init__.py"])
def test_what_runs_before_the_refusal_is_read_by_python_3_8(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"), feature_version=(3, 8))
    # Python 3.8 evaluates annotations, and knows no `X | None`: they stay texts.
    annotated = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)]
    lazy = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)
    assert lazy or not annotated


def test_a_missing_package_is_named_with_the_way_to_install_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def extension() -> None:
        raise ModuleNotFoundError("No module named 'msgspec'", name="msgspec")

    assert start([], tmp_path, extension) == 2  # type: ignore[arg-type]
    assert capsys.readouterr().err.startswith(f"msgspec is not installed for {sys.executable}; `make site`")
