"""The script of the page about the inspector: one file, and light."""

import gzip
import json
import re
from pathlib import Path

from bert.inspector_page import FILE, InspectorPage, read_inspector_page
from bert.parameter_names import SMALL_TABLE_FILE as NAMES
from tests.explainer.parts import context, recorded

ROOT = Path(__file__).resolve().parents[2]
LIGHT = 53_000  # bytes, compressed: the modules, the names and the messages


def tool() -> InspectorPage:
    found = read_inspector_page(ROOT, set())
    assert found is not None
    return found


def script(page: InspectorPage) -> str:
    files, problems = page.files(recorded())
    assert problems == []
    return files[FILE]


def test_the_script_is_light() -> None:
    assert len(gzip.compress(script(tool()).encode(), mtime=0)) <= LIGHT


def test_the_script_has_the_names_and_the_messages() -> None:
    (line,) = re.findall(r"^const INSPECTOR = (.*);$", script(tool()), re.MULTILINE)
    data = json.loads(line)
    assert data["names"] == json.loads((ROOT / "docs/artifacts" / NAMES).read_text(encoding="utf-8"))
    assert data["messages"] == tool().messages


def test_what_is_wrong_is_said() -> None:
    good = tool()
    _, (missing,) = good.files(context())
    assert missing.startswith(f"{FILE}: the names are not recorded; run: ")
    broken = InspectorPage({**good.modules, "view.js": "export default 1;\n"}, good.messages)
    files, (problem,) = broken.files(recorded())
    assert files == {}
    assert problem.startswith("inspector/page/")


def test_a_site_without_the_modules_has_no_such_tool(tmp_path: Path) -> None:
    assert read_inspector_page(tmp_path, set()) is None
