"""Every tier of tests is in the repository, and pytest collects it: each could be taken away without a word."""

import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest


def test_no_test_is_left_out_of_the_repository(root: Path) -> None:
    """An ignore rule may catch a folder of tests."""
    tests = [str(path.relative_to(root)) for path in (root / "tests").rglob("*.py")]
    done = subprocess.run(["git", "check-ignore", *tests], cwd=root, capture_output=True, text=True, check=False)
    assert done.stdout == ""


def test_every_tier_is_collected(root: Path, pytestconfig: pytest.Config) -> None:
    """pytest passes over folders by name: its own default would take a folder called build away."""
    passed_over = pytestconfig.getini("norecursedirs")
    tiers = [path.name for path in (root / "tests").rglob("*") if path.is_dir() and any(path.glob("test_*.py"))]
    assert "pipeline" in tiers
    assert not [tier for tier in tiers for pattern in passed_over if fnmatch(tier, pattern)]
