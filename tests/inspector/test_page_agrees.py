"""The page's program against the command: the same report or the same line, for every file that either has been given.

The page runs the command's own modules in Pyodide, which is another Python, of 32 bits. Here Pyodide runs in node;
tests/browser/test_inspector.py reads files as a browser gives them. Mutated files come last: 500, or 20,000 in the long
run.
"""

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bert.inspector_page import read_inspector_page
from inspector.command import error_lines, inspect
from inspector.data import InspectorError
from inspector.families import NAMES_FILE as FAMILIES
from inspector.report_formats import as_json, as_markdown
from tests.node import node

from . import page_corpus
from . import test_hostile as hostile
from .conftest import ROOT
from .test_budgets import FOR_BOTH, FOR_THE_COMMAND, MOST_MEMORY, many_embeddings
from .test_fuzz import CASES, NAMES, mutated, mutations, originals

__all__ = ["originals"]  # a fixture
AUTO = ["AutoModel", "AutoModelForMaskedLM", "AutoModelForCausalLM"]
AT_ONCE = 1000
PACKED = "packed with gzip, which the page does not unpack; use the command"
# What Python's own modules say of a fault, which another release of it says in other words.
IN_PYTHONS_WORDS = re.compile(r"(no valid JSON) \(.*\)")
LATER_PYTHONS_WORDS = "a damaged zip archive ("
LINK = "a link to itself"  # there is none in a page
LEGACY: dict[str, Any] = {"_use_new_zipfile_serialization": False}


class Case(NamedTuple):
    """One thing to look at: a folder, or a file, and the class that somebody wants to load."""

    path: Path
    class_name: str = ""

    def by_the_command(self) -> dict[str, Any]:
        try:
            report = inspect(str(self.path), class_name=self.class_name)
        except (InspectorError, OSError, RecursionError) as error:
            return {"unreadable": list(error_lines(error, str(self.path)))}
        return {"report": json.loads(as_json(report, "docs/")), "markdown": as_markdown(report, "docs/")}


def by_the_page(folder: Path, cases: list[Case]) -> list[dict[str, Any]]:
    """What the page's program answers, in one process: an answer for each, and last how much memory Pyodide has."""
    if not (ROOT / "node_modules/pyodide").is_dir():
        pytest.skip("npm's packages are not there: `npm ci` installs Pyodide")
    page = read_inspector_page(ROOT, {"inspect_checkpoint/report_of_all_minilm"})
    assert page is not None
    program = page.program_files(json.loads(FAMILIES.read_text(encoding="utf-8")))
    given = {"program": program, "folder": str(folder), "cases": [[str(path), name] for path, name in cases]}
    answers = node("tests/inspector/in_pyodide.mjs", data=given)
    return [json.loads(line) for line in answers.split("\n") if line]  # names may hold other ends of lines


def differences(command: Any, page: Any, where: str = "") -> list[str]:
    """Where the two differ, in words; a report has dicts and lists."""
    if isinstance(command, dict) and isinstance(page, dict) and command.keys() == page.keys():
        return [one for key in command for one in differences(command[key], page[key], f"{where}.{key}")]
    if isinstance(command, list) and isinstance(page, list) and len(command) == len(page):
        pairs = enumerate(zip(command, page, strict=True))
        return [one for index, (mine, its) in pairs for one in differences(mine, its, f"{where}[{index}]")]
    if isinstance(command, str) and isinstance(page, str):
        command, page = (IN_PYTHONS_WORDS.sub(r"\1", one) for one in (command, page))
    same = command == page and type(command) is type(page)
    return [] if same else [f"{where}: {str(command)[:400]!r}, and in the page {str(page)[:400]!r}"]


def disagreements(folder: Path, cases: list[Case]) -> list[str]:
    """All differences in all cases, which lie in the folder; and too much memory, if the page took it."""
    *answers, last = by_the_page(folder, cases)
    found = [] if last["memory"] < MOST_MEMORY else [f"Pyodide has {last['memory']} bytes of memory"]
    for case, page in zip(cases, answers, strict=True):
        line = page.get("unreadable", [""])[0]
        command = case.by_the_command()
        # Python 3.14 refuses zip archives that earlier releases read, or refuses them earlier.
        refused = LATER_PYTHONS_WORDS in line and sys.version_info < (3, 14)
        if not line.endswith(PACKED) and not refused:
            found += [f"{case}{one}" for one in differences(command, page)]
    return found


def test_the_families_and_the_styles(zoo: Path, styles: Path) -> None:
    for folder in (zoo, styles, ROOT / "checkpoints"):
        assert disagreements(folder, [Case(path) for path in sorted(folder.iterdir())]) == []


@pytest.mark.parametrize(
    "asked", ["BertForMaskedLM", "BertForSequenceClassification", "RobertaForMaskedLM", "Nothing", *AUTO]
)
def test_an_asked_class(zoo: Path, styles: Path, asked: str) -> None:
    names = ["bert", "bert-base", "bert-untied", "roberta", "gpt2", "t5", "albert", "bert-classifier"]
    assert disagreements(zoo, [Case(zoo / name, asked) for name in names]) == []
    assert disagreements(styles, [Case(path, asked) for path in sorted(styles.iterdir())]) == []


def test_hostile_files(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "folders").mkdir()
    paths = page_corpus.hostile_files(tmp_path / "files")
    paths += page_corpus.hostile_folders(tmp_path / "folders")
    assert len(paths) > 100
    assert disagreements(tmp_path, [Case(path) for path in paths]) == []


def test_files_that_cost_too_much(tmp_path: Path) -> None:
    paths = []
    costly = {**FOR_BOTH, **FOR_THE_COMMAND}
    for number, (make, _) in enumerate(made for name, made in costly.items() if name != LINK):
        (tmp_path / f"{number}").mkdir()
        paths.append(make(tmp_path / f"{number}"))
    (tmp_path / "embeddings").mkdir()
    many_embeddings(tmp_path / "embeddings")
    paths += sorted((tmp_path / "embeddings").iterdir())
    assert disagreements(tmp_path, [Case(path) for path in paths]) == []


def test_odd_files(zoo: Path, tmp_path: Path) -> None:
    assert disagreements(tmp_path, [Case(path) for path in page_corpus.odd_files(tmp_path, zoo)]) == []


def test_folders(zoo: Path, tmp_path: Path) -> None:
    assert disagreements(tmp_path, [Case(path) for path in page_corpus.folders(tmp_path, zoo)]) == []


def test_many_tensors(tmp_path: Path) -> None:
    header = {f"{index}.x\n": hostile.entry(4 * index, 4 * index + 4) for index in range(60_000)}
    path = hostile.safetensors(tmp_path / "model.safetensors", header, bytes(240_000))
    torch.save({f"tensor.{index}": torch.zeros(1) for index in range(1_000)}, tmp_path / "many.bin")
    torch.save({f"{index}": torch.ones(1) for index in range(1_000)}, tmp_path / "old.bin", **LEGACY)
    assert disagreements(tmp_path, [Case(one) for one in (path, tmp_path / "many.bin", tmp_path / "old.bin")]) == []


def test_what_is_left_to_the_command(styles: Path) -> None:
    [page, _] = by_the_page(styles, [Case(styles / "archive-2018")])
    assert page == {"unreadable": [f"pydoc-bert.tar.gz: {PACKED}"]}


def test_a_difference_is_seen(zoo: Path) -> None:
    case = Case(zoo / "bert")
    [page, _] = by_the_page(zoo, [case])
    page["report"]["findings"][0]["what"] += "!"
    [found] = differences(case.by_the_command(), page)
    assert found.startswith(".report.findings[0].what: ")


# Mutated files


def write(folder: Path, form: str, content: bytes, originals: dict[str, bytes]) -> Case:
    """A mutated file, with what belongs beside it."""
    folder.mkdir()
    if form in ("config", "index"):
        name = "other.safetensors" if form == "index" else "model.safetensors"
        (folder / name).write_bytes(originals["safetensors"])
    (folder / NAMES[form]).write_bytes(content)
    return Case(folder)


def mutants(originals: dict[str, bytes], count: int) -> list[tuple[str, bytes]]:
    """As many mutated files as asked for: form and content."""
    found: list[tuple[str, bytes]] = []
    forms = sorted(NAMES)

    @settings(
        max_examples=count, deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=True
    )
    @given(form=st.sampled_from(forms), changes=mutations())
    def draw(form: str, changes: list[tuple[str, int, bytes]]) -> None:
        found.append((form, mutated(originals[form], changes)))

    draw()
    return found


def test_mutated_files(originals: dict[str, bytes], tmp_path: Path) -> None:
    found = mutants(originals, CASES)
    assert len(found) >= CASES
    for start in range(0, len(found), AT_ONCE):
        part = found[start : start + AT_ONCE]
        cases = [write(tmp_path / str(at), form, content, originals) for at, (form, content) in enumerate(part)]
        assert disagreements(tmp_path, cases) == []
        for case in cases:
            shutil.rmtree(case.path)
