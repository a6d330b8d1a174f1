"""The server that snippets are forked from: what it imports, when it starts, and that it finds the engine."""

import gc
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from explainer.fact_values import MAIN_LIBRARIES
from explainer.inputs.snippets import read_snippets
from explainer.measure import fork_server, preload
from tests.conftest import ROOT, TinyProject

PROGRAM = '''"""A claim."""

import os
import torch
import torch.nn.functional as functional
from collections import Counter
from torch.nn import (
    Linear,
    LayerNorm as Norm,
)
from transformers import AutoTokenizer, BertModel  # both
    from transformers import Indented
'''

# A library that says in a file which process imported it.
COUNTED = """
import os, pathlib
with pathlib.Path(os.environ["IMPORTS"]).open("a") as file:
    print(os.getpid(), file=file)
class Tensor: pass
class Size(tuple): pass
class dtype: pass
"""

SNIPPET = '"""Two and two are four."""\n\nimport torch\n\ntotal = 2 + 2\nassert total == 4\n'


def test_imports_are_found_without_a_syntax_tree() -> None:
    libraries = {"torch", "torch.nn.functional", "torch.nn.Linear", "torch.nn.LayerNorm"}
    assert fork_server.imports_of(PROGRAM) == libraries | {"transformers.AutoTokenizer", "transformers.BertModel"}
    assert fork_server.imports_of(PROGRAM, ("transformers",)) == {
        "transformers.AutoTokenizer",
        "transformers.BertModel",
    }
    assert fork_server.imports_of("imported = 'torch'\n# import torch\n") == set()


def test_of_what_the_committed_snippets_import_little_is_missed() -> None:
    """What the guess misses, each of their processes imports for itself: what is imported inside of functions."""
    missed = [
        snippet.key
        for snippet in read_snippets(ROOT)
        if {name for name in snippet.imports if name.split(".")[0] in MAIN_LIBRARIES}
        - fork_server.imports_of(snippet.source)
    ]
    assert len(missed) < 10, missed


def test_a_library_s_table_is_made_where_the_library_is_loaded_and_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    library = ModuleType("library")
    library.make = made.append  # type: ignore[attr-defined]
    monkeypatch.setattr(
        preload, "TABLES", (("library", "make", "a"), ("absent", "make", "b"), ("library", "gone", "c"))
    )
    preload.preload([])
    assert made == []
    monkeypatch.setitem(sys.modules, "library", library)
    preload.preload([])
    assert made == ["a"]
    gc.unfreeze()


class Started(Exception):
    """The server would have started."""


@pytest.fixture
def early(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    def refuse(_home: Path, imports: set[str]) -> None:
        raise Started(" ".join(sorted(imports)))

    monkeypatch.setattr(fork_server, "start", refuse)
    snippet = tmp_path / "snippets" / "topic" / "one.py"
    snippet.parent.mkdir(parents=True)
    snippet.write_text(SNIPPET)
    return tmp_path


def test_it_starts_early_where_nothing_was_run_yet_or_a_snippet_is_newer(early: Path) -> None:
    known = early / "fingerprints.json"
    with pytest.raises(Started, match="torch"):
        fork_server.start_early(early, early, known)
    known.touch()
    os.utime(known, ns=(1, 1))
    with pytest.raises(Started, match="torch"):
        fork_server.start_early(early, early, known)


def test_it_does_not_start_early_for_what_was_run_or_needs_no_library(early: Path) -> None:
    snippet, known = early / "snippets/topic/one.py", early / "fingerprints.json"
    known.touch()
    os.utime(snippet, ns=(1, 1))
    fork_server.start_early(early, early, known)
    known.unlink()
    snippet.write_text('"""A claim."""\n')
    fork_server.start_early(early, early, known)


@pytest.mark.parametrize("inside", [True, False])
def test_a_library_is_imported_once_for_all_snippets_wherever_the_build_is_called(
    project: TinyProject, inside: bool
) -> None:
    """Called from elsewhere, the server once did not find the engine, and each snippet imported all for itself."""
    project.write("libraries/torch/__init__.py", COUNTED)
    for name in ("one", "two", "three"):
        project.snippet(f"topic/{name}", SNIPPET.replace("Two", f"For {name}, two"))
    imports = project.root / "imports"
    done = subprocess.run(
        [sys.executable, ROOT / "build_artifacts.py", "--root", project.root],
        cwd=ROOT if inside else project.root,
        env={**os.environ, "PYTHONPATH": str(project.root / "libraries"), "IMPORTS": str(imports)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(imports.read_text().splitlines()) == 1
    with pytest.raises(ProcessLookupError):  # the server is gone with the build
        os.kill(int(imports.read_text()), 0)


def test_a_server_that_was_started_for_too_little_makes_room_for_another(tmp_path: Path) -> None:
    """In a process of its own, which has a server of its own."""
    code = (
        "from pathlib import Path; from explainer.measure import fork_server as server\n"
        "server.start(Path('.'), {'json'}); first = server._pid()\n"
        "server.start(Path('.'), *[{'csv'}] * server.MAX_COLD_RUNS); assert server._pid() == first\n"
        "server.start(Path('.'), *[{'csv'}] * (server.MAX_COLD_RUNS + 1)); second = server._pid()\n"
        "assert second not in (None, first)\n"
        "server.start(Path('.'), *[{'csv'}] * 9); assert server._pid() == second\n"
        "print(server._preloaded)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "{'csv'}\n"), done.stderr
