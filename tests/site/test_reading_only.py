"""Reading takes mkdocs and what it needs: the tests' own site is built from a fresh clone, where nothing else is."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = (
    "torch",
    "transformers",
    "PIL",
    "pytest",
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
