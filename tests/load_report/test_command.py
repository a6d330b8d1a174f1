"""Test `python -m load_report`: recorded reports, hostile messages, and no answer without a message or without node."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from load_report.command import RULES_JSON, NoAnswerError, answer

ROOT = Path(__file__).resolve().parents[2]
REPORTS = ROOT / "docs" / "artifacts" / "reports" / "versions"
WRONG_PREFIX = """BertForMaskedLM LOAD REPORT from: {path}
Key                                                    | Status     |
-------------------------------------------------------+------------+-
module.bert.encoder.layer.0.attention.self.query.weight | UNEXPECTED |
bert.encoder.layer.0.attention.self.query.weight        | MISSING    |

Notes:
"""


@pytest.fixture(autouse=True)
def _node() -> None:
    if shutil.which("node") is None:
        pytest.skip("no node on this machine; the browser tests run the same modules")


def run(message: bytes, *options: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "load_report", *options],
        input=message,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        timeout=100,
        check=False,
    )


def json_answer(message: str) -> tuple[int, dict[str, Any]]:
    code, text = answer(message.encode(), "json")
    data: dict[str, Any] = json.loads(text)
    return code, data


def test_a_foreign_prefix_is_a_random_encoder() -> None:
    done = run(WRONG_PREFIX.format(path="p").encode())
    text = done.stdout.decode()
    assert (done.returncode, done.stderr) == (1, b"")
    assert text.startswith("A part of the model is random: stop. ")
    for part in ("BertForMaskedLM from p", "What to do: Rename", 'old, new = "module.", ""', "(Linear, (768, 768) in"):
        assert part in text
    assert "docs/c/wrong-prefix-leaves-the-encoder-random.md" in re.sub(r"\s+", "", text)
    code = re.search(r"^ {6}from safetensors.*?^ {6}\)$", text, re.MULTILINE | re.DOTALL)
    assert code is not None
    compile(re.sub(r"^ {6}", "", code[0], flags=re.MULTILINE), "shown", "exec")


def test_json_has_the_same_answer_for_programs() -> None:
    done = run(WRONG_PREFIX.format(path="p").encode(), "--format", "json", "--base-url", "https://example.org/")
    data = json.loads(done.stdout)
    assert (data["schema"], data["whole"]) == (1, "stop")
    (group,) = data["classes"]
    (bucket, *_) = group["keys"]
    (rule,) = bucket["answers"]
    assert (rule["answer"], bucket["lists"][0]["names"][0]["name"].split(".")[0]) == ("mismatch", "module")
    assert rule["claims"][0]["page"] == "https://example.org/c/wrong-prefix-leaves-the-encoder-random/"


SECTIONS = {  # report → exit codes of its sections, as the modules' own tests have the page's verdicts
    "pytorch_pretrained_bert_0_6_2": [2, 0, 1, 1],
    "transformers_4_8_2": [0, 0, 0, 0],
    "transformers_5_23_0": [2, 0, 0, 0],
}


def test_every_recorded_report_has_the_pages_answer() -> None:
    paths = sorted(REPORTS.glob("what_loading_prints.*.txt"))
    assert len(paths) == 29
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert answer(text.encode())[1], path
        if expected := SECTIONS.get(path.name.split(".")[1]):
            sections = re.split(r"^--- ", text, flags=re.MULTILINE)[1:]
            assert [answer(section.encode())[0] for section in sections] == expected


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        (b"", b"standard input: empty"),
        (b" \n\t\n", b"standard input: empty"),
        (b"Some weights \xff of", b"byte 13 is not UTF-8"),
    ],
)
def test_without_a_message_there_is_one_clear_line(message: bytes, complaint: bytes) -> None:
    done = run(message)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert complaint in done.stderr


def test_without_node_and_without_rules_there_is_one_clear_line(tmp_path: Path) -> None:
    done = run(b"Some weights", PATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"load_report: needs node, which is not installed")
    with pytest.raises(NoAnswerError, match="there is no such file; run: python build_artifacts"):
        answer(b"Some weights", rules=tmp_path / "rules.json")
    (tmp_path / "rules.json").write_text("{", encoding="utf-8")
    with pytest.raises(NoAnswerError, match=r"terminal\.js failed: SyntaxError"):
        answer(b"Some weights", rules=tmp_path / "rules.json")


def test_a_text_that_is_no_message_has_no_answer() -> None:
    code, data = json_answer("Lorem ipsum dolor sit amet.")
    assert (code, data["whole"], data["classes"]) == (2, "unknown", [])


HOSTILE = {
    "nul": WRONG_PREFIX.format(path="a\0b"),
    "colours": WRONG_PREFIX.format(path="\x1b[31mred\x1b[0m\x1b]0;title\x07"),
    "writing direction": WRONG_PREFIX.format(path="a\u202eb\u2066c"),
    "markup": WRONG_PREFIX.format(path="<img src=x onerror=alert(1)>"),
    "a megabyte of keys": WRONG_PREFIX.format(path="p")
    + "\n".join(f"a.b{n}.weight | MISSING |" for n in range(40_000)),
    "a megabyte of brackets": "Some weights of BertModel were not initialized from " + "[" * 1_000_000,
    "a megabyte of one word": "x" * 1_000_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_messages_are_answered_and_move_no_cursor(name: str) -> None:
    for form in ("text", "json"):
        code, text = answer(HOSTILE[name].encode(), form)
        assert code in (0, 1, 2)
        assert all(letter.isprintable() or letter == "\n" for letter in text)
        assert code == 1 or "megabyte" in name


def test_other_rules_give_another_answer(tmp_path: Path) -> None:
    rules = json.loads(RULES_JSON.read_text(encoding="utf-8"))
    rules["stops"]["part"] = "Changed"
    (tmp_path / "rules.json").write_text(json.dumps(rules), encoding="utf-8")
    _, text = answer(WRONG_PREFIX.format(path="p").encode(), rules=tmp_path / "rules.json")
    assert text.startswith("Changed. ")
