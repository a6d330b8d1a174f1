"""The page's readers against the command: the same report or the same line, for every file that either has been given.

What the page leaves to the command is named here. Files that are mutated come last: 500, or 20,000 in the long run.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.command import inspect
from inspector.data import Unreadable
from inspector.families import NAMES as FAMILIES
from inspector.messages import MESSAGES
from inspector.report_formats import as_json
from tests.node import node

from . import page_corpus
from . import test_hostile as hostile
from .conftest import ROOT
from .test_budgets import FOR_BOTH, many_embeddings
from .test_fuzz import CASES, NAMES, mutated, mutations, originals

__all__ = ["originals"]  # a fixture
# What the page says of archives that are packed with gzip, and of TensorFlow's index.
PACKED = "is packed with gzip, which the page does not unpack"
LEFT_TO_THE_COMMAND = (PACKED, "is TensorFlow's, which the page does not read")
AUTO = ["AutoModel", "AutoModelForMaskedLM", "AutoModelForCausalLM"]
AT_ONCE = 1000
LEGACY: dict[str, Any] = {"_use_new_zipfile_serialization": False}


class Case:
    """One thing to look at: a folder, or a file of one."""

    def __init__(self, path: Path, asked: str = "") -> None:
        self.path, self.asked = path, asked

    def __repr__(self) -> str:
        return f"{self.path.parent.name}/{self.path.name} {self.asked}"

    def for_the_page(self) -> dict[str, str]:
        folder = self.path.is_dir()
        return {
            "root": str(self.path if folder else self.path.parent), "chosen": "" if folder else self.path.name,
            "given": str(self.path), "wanted": self.asked,
        }  # fmt: skip

    def by_the_command(self) -> dict[str, Any]:
        try:
            report = json.loads(as_json(inspect(str(self.path), asked=self.asked)))
        except Unreadable as error:
            return {"unreadable": list(error.lines)}
        del report["source"]
        return {"report": report}


def by_the_page(cases: list[dict[str, str]], *options: str) -> list[dict[str, Any]]:
    """What the page's own modules say, in one process with these options of node's."""
    messages = yaml.safe_load(MESSAGES.read_text(encoding="utf-8"))
    data = {"names": json.loads(FAMILIES.read_text(encoding="utf-8")), "messages": messages}
    said = node(*options, "tests/inspector/page_answers.mjs", data={"data": data, "cases": cases})
    return [json.loads(line) for line in said.split("\n") if line]  # names may hold other ends of lines


def differences(command: Any, page: Any, where: str = "") -> list[str]:
    """Where the two differ, in words; a report has dicts and lists."""
    if isinstance(command, dict) and isinstance(page, dict) and command.keys() == page.keys():
        return [one for key in command for one in differences(command[key], page[key], f"{where}.{key}")]
    if isinstance(command, list) and isinstance(page, list) and len(command) == len(page):
        pairs = enumerate(zip(command, page, strict=True))
        return [one for index, (mine, its) in pairs for one in differences(mine, its, f"{where}[{index}]")]
    same = command == page and type(command) is type(page)
    return [] if same else [f"{where}: {str(command)[:400]!r}, and in the page {str(page)[:400]!r}"]


def disagreements(cases: list[Case], *options: str) -> list[str]:
    """All differences in all cases but what is left to the command."""
    found = []
    for case, page in zip(cases, by_the_page([case.for_the_page() for case in cases], *options), strict=True):
        if not page.get("needs_command", "").endswith(LEFT_TO_THE_COMMAND):
            found += [f"{case}{one}" for one in differences(case.by_the_command(), page)]
    return found


def test_the_families_and_the_styles(zoo: Path, styles: Path) -> None:
    paths = [*sorted(zoo.iterdir()), *sorted(styles.iterdir()), ROOT / "checkpoints" / "pydoc-bert"]
    assert disagreements([Case(path) for path in paths]) == []


@pytest.mark.parametrize(
    "asked", ["BertForMaskedLM", "BertForSequenceClassification", "RobertaForMaskedLM", "Nothing", *AUTO]
)
def test_an_asked_class(zoo: Path, styles: Path, asked: str) -> None:
    names = ["bert", "bert-base", "bert-untied", "roberta", "gpt2", "t5", "albert", "bert-classifier"]
    paths = [*(zoo / one for one in names), *sorted(styles.iterdir())]
    assert disagreements([Case(path, asked) for path in paths]) == []


def test_hostile_files(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "folders").mkdir()
    paths = page_corpus.hostile_files(tmp_path / "files")
    paths += page_corpus.hostile_folders(tmp_path / "folders")
    assert len(paths) > 100
    assert disagreements([Case(path) for path in paths]) == []


def test_files_that_cost_too_much(tmp_path: Path) -> None:
    """In the page's own process, which has 300 MB for what it makes of a file."""
    paths = []
    for number, (make, _) in enumerate(FOR_BOTH.values()):
        (tmp_path / f"{number}").mkdir()
        paths.append(make(tmp_path / f"{number}"))
    (tmp_path / "embeddings").mkdir()
    many_embeddings(tmp_path / "embeddings")
    paths += sorted((tmp_path / "embeddings").iterdir())
    assert disagreements([Case(path) for path in paths], "--max-old-space-size=300") == []


def test_odd_files(zoo: Path, tmp_path: Path) -> None:
    assert disagreements([Case(path) for path in page_corpus.odd_files(tmp_path, zoo)]) == []


def test_folders(zoo: Path, tmp_path: Path) -> None:
    assert disagreements([Case(path) for path in page_corpus.folders(tmp_path, zoo)]) == []


def test_many_tensors(tmp_path: Path) -> None:
    header = {f"{index}.x\n": hostile.entry(4 * index, 4 * index + 4) for index in range(60_000)}
    path = hostile.safetensors(tmp_path / "model.safetensors", header, bytes(240_000))
    torch.save({f"tensor.{index}": torch.zeros(1) for index in range(1_000)}, tmp_path / "many.bin")
    torch.save({f"{index}": torch.ones(1) for index in range(1_000)}, tmp_path / "old.bin", **LEGACY)
    assert disagreements([Case(one) for one in (path, tmp_path / "many.bin", tmp_path / "old.bin")]) == []


def test_published_files_in_the_cache() -> None:
    paths = [path for path in sorted((ROOT / ".cache/huggingface/hub").glob("models--*/snapshots/*")) if path.is_dir()]
    if not paths:
        pytest.skip("no published checkpoint is in the project's cache; `make` fetches them")
    assert disagreements([Case(path) for path in paths]) == []


def test_what_is_left_to_the_command(styles: Path) -> None:
    [page] = by_the_page([Case(styles / "archive-2018").for_the_page()])
    assert page == {"needs_command": f"pydoc-bert.tar.gz {PACKED}"}


def test_a_difference_is_seen(zoo: Path) -> None:
    case = Case(zoo / "bert")
    [page] = by_the_page([case.for_the_page()])
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
    """As many mutated files as asked for, of the forms that the page reads: form and content."""
    found: list[tuple[str, bytes]] = []
    forms = sorted({*NAMES} - {"archive", "tensorflow"})

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
        assert disagreements(cases) == []
        for case in cases:
            shutil.rmtree(case.path)
