"""Reading takes mkdocs and what it needs: the pages of a fresh clone are made where nothing else is installed."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.built import pages

HEAVY = ("torch", "transformers", "PIL", "pytest")


def test_what_measures_or_tests_is_not_there(reading_environment: dict[str, str], root: Path) -> None:
    code = f"from importlib.util import find_spec; print([name for name in {(*HEAVY, 'mkdocs')} if find_spec(name)])"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=root, env=reading_environment, capture_output=True, text=True, check=True)
    assert done.stdout == "['mkdocs']\n"


def test_what_the_site_adds_is_made_there(
    tmp_path: Path, copy_site_sources: Callable[[Path], Path], reading_environment: dict[str, str]
) -> None:
    """In a fresh clone; what mkdocs then does needs no more, as a small site shows (`test_refusals.py`)."""
    command = [sys.executable, "build_artifacts.py", "--files", str(tmp_path / "files")]
    folder = copy_site_sources(tmp_path / "clone")
    done = subprocess.run(command, cwd=folder, env=reading_environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
    for name in ("c", "m", "artifacts/labs"):
        assert list((tmp_path / "files" / name).iterdir())


@pytest.mark.long
def test_the_whole_site_is_built_there(
    tmp_path: Path,
    site: Path,
    copy_site_sources: Callable[[Path], Path],
    build_site: Callable[..., "subprocess.CompletedProcess[str]"],
    reading_environment: dict[str, str],
) -> None:
    folder = copy_site_sources(tmp_path)
    done = build_site("mkdocs", folder, **reading_environment)
    assert done.returncode == 0, done.stdout + done.stderr
    shown = [{path.relative_to(built): path.read_bytes() for path in pages(built)} for built in (folder / "site", site)]
    assert shown[0] == shown[1]
