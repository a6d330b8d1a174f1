"""What the page that reads checkpoints loads: its program, light enough, and an example."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import yaml

from bert.inspector_page import EXAMPLE_CLAIM, InspectorPage, read_inspector_page
from bert.parameter_names import SMALL_TABLE_FILE as NAMES
from tests.explainer.parts import context, recorded

ROOT = Path(__file__).resolve().parents[2]
LIGHT = 80_000  # bytes, compressed: the modules, the names and the messages; Python for browsers has 6.3 MB


def tool() -> InspectorPage:
    found = read_inspector_page(ROOT, {EXAMPLE_CLAIM})
    assert found is not None
    return found


def test_the_program_is_light_and_has_the_names_and_the_messages() -> None:
    files, problems = tool().files(recorded())
    assert problems == []
    text = files["inspector/program.json"]
    assert len(gzip.compress(text.encode(), mtime=0)) <= LIGHT
    program = json.loads(text)
    assert json.loads(program["inspector/names/names.json"]) == json.loads(
        (ROOT / "docs/artifacts" / NAMES).read_text()
    )
    messages = yaml.safe_load((ROOT / "src/inspector/messages.yml").read_text(encoding="utf-8"))
    assert json.loads(program["inspector/messages.json"]) == messages
    assert program["inspector/page.py"] == (ROOT / "src/inspector/page.py").read_text(encoding="utf-8")


def test_the_example_is_a_report_and_says_whether_the_page_can_read() -> None:
    for has_pyodide in (True, False):
        files, _ = replace(tool(), has_pyodide=has_pyodide).files(recorded())
        example = json.loads(files["inspector/example.json"])
        assert example["reader"] is has_pyodide
        assert example["report"]["asked"] == "BertModel"


def test_what_is_not_recorded_is_said() -> None:
    files, (missing,) = tool().files(context())
    assert files == {}
    assert missing.startswith("inspector/example.json: no report; run: ")


def test_a_site_without_the_claim_has_no_such_tool() -> None:
    assert read_inspector_page(ROOT, set()) is None
