"""Reading takes mkdocs alone: the tests' own site is built where nothing else can be imported."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HEAVY = (
    "torch",
    "transformers",
    "msgspec",
    "filelock",
    "PIL",
    "pytest",
    "explainer",
    "bert",
    "inspector",
    "load_report",
)


def imports(name: str, environment: dict[str, str], root: Path) -> bool:
    command = [sys.executable, "-c", f"import {name}"]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0 or f"No module named '{name}'" in done.stderr, done.stderr
    return done.returncode == 0


@pytest.mark.parametrize("name", HEAVY)
def test_what_measures_or_tests_is_not_there(name: str, reading_environment: dict[str, str], root: Path) -> None:
    assert not imports(name, reading_environment, root)


def test_what_reads_is_there(site: Path, reading_environment: dict[str, str], root: Path) -> None:
    assert (site / "index.html").exists()  # built in this environment
    assert imports("mkdocs", reading_environment, root)
    assert imports("bs4", reading_environment, root)


def test_a_hook_that_needs_more_is_found(
    tmp_path: Path,
    copy_site_sources: Callable[[Path], Path],
    build_site: Callable[..., "subprocess.CompletedProcess[str]"],
    reading_environment: dict[str, str],
) -> None:
    folder = copy_site_sources(tmp_path)
    hook = folder / "overrides/slim_labs.py"
    hook.write_text(hook.read_text(encoding="utf-8") + "\nimport msgspec\n", encoding="utf-8")
    done = build_site("mkdocs", folder, **reading_environment)
    assert done.returncode != 0
    assert "No module named 'msgspec'" in done.stderr
