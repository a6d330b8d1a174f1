"""What is not run on every machine is listed here with its reason; a new skip must be added, and so be seen."""

import re
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

EXPECTED = {
    "explainer/pipeline/test_build.py": ["no second file system on this machine to put the cache on"],
    "browser/conftest.py": ["no Chromium on this machine; `apt-get install chromium` mends it"],
    "inspector/test_memory.py": ["a process's peak of memory is read from Linux's /proc"],
    "inspector/test_page_agrees.py": [
        "no node on this machine; the browser tests run the same modules",
        "no published checkpoint is in the project's cache; `make` fetches them",
    ],
    "inspector/test_page_code.py": [
        "no node on this machine; the browser tests run the same modules",
        "typescript is not installed; `npm ci --prefix load_report` installs it",
    ],
    "load_report/test_bundle.py": [
        "no node on this machine; the browser tests run the same script",
        "typescript is not installed; `npm ci --prefix load_report` installs it",
    ],
    "load_report/test_command.py": ["no node on this machine; the browser tests run the same modules"],
    "load_report/test_corpus.py": ["no node on this machine; the browser tests run the same modules"],
    "load_report/test_real_reports.py": ["this set of libraries is not installed; `make overlays SETS=…` installs it"],
    "load_report/test_names.py": ["no node on this machine; the names are read by Python alone"],
    "pages/test_upgrade.py": ["no node on this machine; the browser tests run the same script"],
    "snippets/test_versions.py": ["this set of libraries is not installed; `make overlays SETS=…` installs it"],
    "snippets/test_rebuild.py": [
        "no other release of transformers in .cache/overlays; `make versions` installs some",
    ],
    "snippets/test_snippets.py": [
        "this checkpoint comes from the hub alone: {found}",
        "torch sees no CUDA device here",
    ],
}


def test_every_skip_is_listed_and_says_why(root: Path) -> None:
    found: dict[str, list[str]] = {}
    for path in sorted((root / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if path.name != "test_skips.py" and (reasons := re.findall(r'skip\(\s*f?"([^"]+)"', text)):
            found[path.relative_to(root / "tests").as_posix()] = reasons
            assert text.count("skip(") == len(reasons), f"{path}: a skip without a reason"
        if path.name != "test_skips.py":
            assert "skipif" not in text and "xfail" not in text, f"{path}: use pytest.skip with a reason"
    assert found == EXPECTED


def test_no_test_is_left_out_of_the_repository(root: Path) -> None:
    """An ignore rule that catches a folder of tests would take a whole tier away without a word."""
    tests = [str(path.relative_to(root)) for path in (root / "tests").rglob("*.py")]
    done = subprocess.run(["git", "check-ignore", *tests], cwd=root, capture_output=True, text=True, check=False)
    assert done.stdout == ""


def test_every_tier_is_collected(root: Path, pytestconfig: pytest.Config) -> None:
    """pytest passes over folders by name: its own default would take a folder called build away without a word."""
    passed_over = pytestconfig.getini("norecursedirs")
    tiers = [path.name for path in (root / "tests").rglob("*") if path.is_dir() and any(path.glob("test_*.py"))]
    assert "pipeline" in tiers
    assert not [tier for tier in tiers for pattern in passed_over if fnmatch(tier, pattern)]
