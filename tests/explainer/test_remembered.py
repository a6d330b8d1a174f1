"""What is remembered is what would be computed, and nothing is remembered for another text or another engine."""

import importlib.metadata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from explainer import remembered as module
from explainer.inputs.ports import port
from explainer.inputs.snippets import parse_snippet, read_snippets
from explainer.remembered import memory, remembered

CALLS: list[str] = []


@dataclass(frozen=True)
class Kind:
    path: Path
    names: frozenset[str]
    more: tuple[str, ...]


@remembered(Kind)
def made(path: Path, text: str) -> Kind:
    CALLS.append(text)
    return Kind(path, frozenset(text), (text,))


@pytest.fixture(autouse=True)
def _nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    CALLS.clear()
    module._as_loaded.cache_clear()
    monkeypatch.setattr(module, "_memories", [])  # the tests have one for themselves


@pytest.mark.parametrize("name", ["a.py", "templates/a.html", "templates/a.md"])
def test_another_engine_or_another_template_has_another_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(module, "ENGINE", tmp_path)
    (tmp_path / "templates").mkdir()
    (tmp_path / name).write_text("one")
    before = module._code()
    (tmp_path / "unread.pyc").write_text("one")
    assert module._code() == before
    (tmp_path / name).write_text("two")
    assert module._code() != before
    between = module._code()
    monkeypatch.setattr(importlib.metadata, "version", lambda _: "0")
    assert module._code() != between


def test_a_value_is_computed_once_and_comes_back_as_it_was(tmp_path: Path) -> None:
    file, path = tmp_path / "memory.json", Path("a/b.py")
    for _ in range(3):
        with memory(file):
            assert made(path, "ab") == made(path, "ab") == Kind(path, frozenset("ab"), ("ab",))
    assert CALLS == ["ab"]
    with memory(file):
        made(path, "abc")
        made(Path("a/c.py"), "ab")
    assert CALLS == ["ab", "abc", "ab"]


def test_a_function_of_another_module_is_another_one_when_that_was_edited(tmp_path: Path) -> None:
    file, source = tmp_path / "memory.json", "def size(content: bytes) -> int:\n    return len(content)\n"
    found = []
    for text in (source, source, source.replace("len(", "1 + len(")):
        (tmp_path / "tool.py").write_text(text)
        space: dict[str, Any] = {"__name__": "tool"}
        exec(compile(text, tmp_path / "tool.py", "exec"), space)  # noqa: S102
        with memory(file):
            found.append(remembered(int)(space["size"])(b"\xff\0"))
    assert found == [2, 2, 3]


def test_outside_of_a_memory_and_after_an_error_nothing_is_kept(tmp_path: Path) -> None:
    made(Path("a"), "x")
    with pytest.raises(ValueError), memory(tmp_path / "memory.json"):
        made(Path("a"), "x")
        raise ValueError
    with memory(tmp_path / "memory.json"):
        made(Path("a"), "x")
    assert CALLS == ["x", "x", "x"]


def test_a_memory_that_is_broken_or_of_another_engine_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "memory.json"
    for text in ("{", "[]", '{"a": 1}'):
        file.write_text(text)
        with memory(file):
            made(Path("a"), "x")
    assert len(CALLS) == 3
    monkeypatch.setattr(module, "_code", lambda: "another")
    with memory(file):  # edited, and not loaded
        made(Path("a"), "x")
    assert len(CALLS) == 3
    module._as_loaded.cache_clear()
    with memory(file):
        made(Path("a"), "x")
    assert len(CALLS) == 4
    module._as_loaded.cache_clear()


def test_what_no_file_can_store_is_computed_again(tmp_path: Path) -> None:
    for _ in range(2):
        with memory(tmp_path / "memory.json"):
            assert made(Path("a"), "\ud800").more == ("\ud800",)
            made(Path("a"), "b")
    assert CALLS == ["\ud800", "b", "\ud800"]


def test_what_was_not_used_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "memory.json"
    with memory(file):
        made(Path("a"), "x")
    with memory(file):
        made(Path("a"), "y")
    with memory(file):
        made(Path("a"), "x")
    assert CALLS == ["x", "y", "x"]


def test_the_shipped_snippets_come_back_as_they_were(root: Path, tmp_path: Path) -> None:
    plain = read_snippets(root)
    sources = {module: port(snippet.source, module) for snippet in plain for module in snippet.ports}
    digests = [snippet.digest for snippet in plain]
    for _ in range(2):
        with memory(tmp_path / "memory.json"):
            assert read_snippets(root) == plain
            assert [snippet.digest for snippet in plain] == digests
            assert {module: port(snippet.source, module) for snippet in plain for module in snippet.ports} == sources
    assert parse_snippet(plain[0].path, plain[0].source) == plain[0]
