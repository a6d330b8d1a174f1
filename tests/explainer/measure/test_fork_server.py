"""Check what the server of forked snippets imports, when it starts, and that it finds the engine."""

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
COUNTING_LIBRARY = """
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
    """Count the snippets with imports inside of functions: each of their processes imports them for itself."""
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
        preload, "CACHE_FILLING_CALLS", (("library", "make", "a"), ("absent", "make", "b"), ("library", "gone", "c"))
    )
    preload.preload([])
    assert made == []
    monkeypatch.setitem(sys.modules, "library", library)
    preload.preload([])
    assert made == ["a"]
    gc.unfreeze()


class ServerStarted(Exception):
    """Report that the server would have started."""


@pytest.fixture
def project_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    def refuse(_home: Path, imports: set[str]) -> None:
        raise ServerStarted(" ".join(sorted(imports)))

    monkeypatch.setattr(fork_server, "start", refuse)
    snippet = tmp_path / "snippets" / "topic" / "one.py"
    snippet.parent.mkdir(parents=True)
    snippet.write_text(SNIPPET)
    return tmp_path


def test_it_starts_early_where_nothing_was_run_yet_or_a_snippet_is_newer(project_folder: Path) -> None:
    fingerprints = project_folder / "runs.jsonl"
    with pytest.raises(ServerStarted, match="torch"):
        fork_server.start_early(project_folder, project_folder, fingerprints)
    fingerprints.touch()
    os.utime(fingerprints, ns=(1, 1))
    with pytest.raises(ServerStarted, match="torch"):
        fork_server.start_early(project_folder, project_folder, fingerprints)


def test_it_does_not_start_early_for_what_was_run_or_needs_no_library(project_folder: Path) -> None:
    snippet, fingerprints = project_folder / "snippets/topic/one.py", project_folder / "runs.jsonl"
    fingerprints.touch()
    os.utime(snippet, ns=(1, 1))
    fork_server.start_early(project_folder, project_folder, fingerprints)
    fingerprints.unlink()
    snippet.write_text('"""A claim."""\n')
    fork_server.start_early(project_folder, project_folder, fingerprints)


@pytest.mark.parametrize("inside", [True, False])
def test_a_library_is_imported_once_for_all_snippets_wherever_the_build_is_called(
    project: TinyProject, inside: bool
) -> None:
    """Call the build from both places: from elsewhere, the server once did not find the engine."""
    project.write("libraries/torch/__init__.py", COUNTING_LIBRARY)
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
    """Run in another process, because a process has one server."""
    code = (
        "from pathlib import Path; from explainer.measure import fork_server as server\n"
        "server.start(Path('.'), {'json'}); first = server._server_pid()\n"
        "server.start(Path('.'), *[{'csv'}] * server.MAX_COLD_RUNS); assert server._server_pid() == first\n"
        "server.start(Path('.'), *[{'csv'}] * (server.MAX_COLD_RUNS + 1)); second = server._server_pid()\n"
        "assert second not in (None, first)\n"
        "server.start(Path('.'), *[{'csv'}] * 9); assert server._server_pid() == second\n"
        "print(server._preloaded)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT / "src", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "{'csv'}\n"), done.stderr
