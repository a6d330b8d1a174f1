"""Imports go one way: what importing a room really loads, in a process of its own."""

import json
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOMS = ("inputs", "measure", "facts", "mutate", "versions", "render", "pipeline")
HEAVY = {"torch", "transformers", "numpy", "PIL"}
OF_THIS_SITE = {"bert", "inspector", "load_report"}


def loaded_by(root: Path, modules: list[str]) -> set[str]:
    """Every module that is loaded after these are imported."""
    code = (
        "import importlib, json, sys\n"
        "for name in sys.argv[1:]: importlib.import_module(name)\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    command = [sys.executable, "-c", code, *modules]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root / "src", check=True)
    return set(json.loads(done.stdout))


def modules_of(root: Path, package: str) -> list[str]:
    found = pkgutil.walk_packages([str(root / "src" / package.replace(".", "/"))], f"{package}.")
    return [package, *(one.name for one in found if not one.name.endswith("__main__"))]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_loads_nothing_that_is_right_of_it(root: Path, room: str) -> None:
    loaded = loaded_by(root, modules_of(root, f"explainer.{room}"))
    assert f"explainer.{room}" in loaded
    right = {f"explainer.{other}" for other in ROOMS[ROOMS.index(room) + 1 :]}
    assert not right & loaded
    assert not (HEAVY | OF_THIS_SITE) & loaded


def test_the_check_sees_what_is_loaded_only_by_way_of_another(root: Path) -> None:
    assert "explainer.inputs" in loaded_by(root, ["explainer.pipeline.command"])
    assert "explainer.inputs.snippets" in loaded_by(root, ["explainer.measure.runner"])


def test_the_site_s_own_packages_load_no_library_that_measures(root: Path) -> None:
    for package in sorted(OF_THIS_SITE):
        assert not HEAVY & loaded_by(root, modules_of(root, package)), package


def test_the_inspector_loads_nothing_of_the_engine(root: Path) -> None:
    loaded = loaded_by(root, modules_of(root, "inspector"))
    assert not [name for name in loaded if name.partition(".")[0] in {"explainer", "bert", "load_report"}]


def test_the_engine_knows_nothing_of_the_subject(root: Path) -> None:
    """Neither its topics nor its words; `transformers` and `torch` are the libraries that any such site measures."""
    topics = [path.name for path in (root / "snippets").glob("[!.]*") if path.is_dir()]
    topics.remove("versions")  # of libraries, which the engine does know
    words = re.compile(r"\b(bert\w*|encoders?|decoders?|mlm|nsp|pooler|\[?pad\]?|word.embeddings?|tied|tying)\b", re.I)
    for path in (root / "src/explainer").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not [topic for topic in topics if f'"{topic}' in text], path
        assert not words.findall(text), f"{path}: {words.findall(text)}"
