"""The modules of the two tools that run in a page: their own tests pass, and they obey nothing and send nothing."""

import re
from pathlib import Path

import pytest

from tests.node import ROOT, node

# The modules of each, and their tests.
FOLDERS = {
    "load_report": (ROOT / "docs/assets/load_report", ROOT / "tests/load_report"),
    "inspector": (ROOT / "docs/assets/inspector", ROOT / "tests/inspector"),
}
# What they load: files of the site, whose addresses are constants.
OWN_FILES = re.compile(
    r"""fetch\((?:new URL\("../../artifacts/load_report/rules\.json", import\.meta\.url\)|EXAMPLE|PROGRAM)\)"""
    r"|import\(PYODIDE\.href\)"
)
# No way of making elements or code from text, and no way out: what a reader pastes or opens is only read.
BANNED = re.compile(
    r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\(|new Function|\bimport\(|\bfetch\(|sendBeacon"
    r"|new (?:XMLHttp|WebSocket|EventSource|BroadcastChannel)"
)


def banned(text: str) -> list[str]:
    """What of it stands in a module, its comments aside."""
    return BANNED.findall(re.sub(r"//[^\n]*|/\*.*?\*/", "", OWN_FILES.sub("", text), flags=re.DOTALL))


@pytest.mark.parametrize("tests", [tests for _, tests in FOLDERS.values()], ids=FOLDERS)
def test_the_modules_own_tests_pass(tests: Path) -> None:
    said = node("--test", *sorted(tests.glob("*.test.js")))
    passed = re.search(r"^(?:#|ℹ) pass (\d+)$", said, re.MULTILINE)  # by version of node
    assert passed is not None
    assert int(passed[1]) >= 7


def test_nothing_is_read_as_html_or_run_and_nothing_is_sent() -> None:
    modules = [path for folder, _ in FOLDERS.values() for path in folder.glob("*.js")]
    assert len(modules) > 12
    found = {path.name: ways for path in modules if (ways := banned(path.read_text(encoding="utf-8")))}
    assert found == {}
    assert banned("box.innerHTML = text // eval\nfetch(address)") == ["innerHTML", "fetch("]
