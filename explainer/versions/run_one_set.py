"""Claims under one set of libraries, in a process whose packages are that set's.

    python -m explainer.versions.run_one_set < request

is that process: it never lives in the build's own, because a fork server keeps the libraries it has loaded.
"""

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import msgspec

from explainer.errors import UserError
from explainer.inputs.content import ONCE
from explainer.inputs.library_versions import LibrarySet
from explainer.inputs.snippets import Snippet, parse_snippet
from explainer.measure import fork_server, preload
from explainer.measure.fork_server import imports_of
from explainer.measure.output import without_places
from explainer.measure.plan import Run
from explainer.measure.runner import Result, run_all
from explainer.paths import Project
from explainer.versions.answers import Answer
from explainer.versions.install import install, paths

NOT_THERE = "ModuleNotFoundError: No module named "
HIDDEN_MODULE = re.compile(r"import of (\w+) halted; None in sys.modules")
# Places on this machine, which a message may name: of a module, as an ImportError does, a temporary folder, a port.


class Outcome(msgspec.Struct, frozen=True):
    """An answer and what the program printed, nothing if it could not run; `fingerprint` is what it was made from."""

    answer: Answer
    output: str = ""
    fingerprint: str = ""


class _Request(msgspec.Struct, frozen=True):
    """What the process gets: `programs` are paths, where a file need not be, and sources."""

    one: LibrarySet
    programs: dict[str, str]
    root: str
    jobs: int
    limit: float


def run_under(
    one: LibrarySet, programs: list[Snippet], others: Collection[str], project: Project, jobs: int, limit: float
) -> dict[str, Outcome]:
    """Installs the set if need be and runs the programs there, with the modules `others` hidden.

    Returns the outcomes by `topic/name`. Raises UserError when the set cannot be installed or its process ends
    without answers.
    """
    absent = {program.key: name for program in programs if (name := begins_with(program.source, others))}
    outcomes = {key: Outcome(Answer("cannot", f"{NOT_THERE}'{name}'")) for key, name in absent.items()}
    programs = [program for program in programs if program.key not in absent]
    return outcomes | (_run(one, programs, others, project, jobs, limit) if programs else {})


def begins_with(source: str, modules: Collection[str]) -> str | None:
    """The first of these modules that a program imports before it does anything else."""
    for node in ast.parse(source).body:
        match node:
            case ast.Expr(value=ast.Constant()):  # the docstring
                continue
            case ast.Import(names=aliases):
                names = [alias.name for alias in aliases]
            case ast.ImportFrom(module=str(name)):
                names = [name]
            case _:
                return None
        if found := [top for name in names if (top := name.partition(".")[0]) in modules]:
            return found[0]
    return None


def _run(
    one: LibrarySet, programs: list[Snippet], others: Collection[str], project: Project, jobs: int, limit: float
) -> dict[str, Outcome]:
    install(project.cache, one)
    answers = _answers_file(one, project)
    answers.unlink(missing_ok=True)
    sources = {str(program.path): program.source for program in programs}
    home, engine = str(_home_of(one, project)), Path(__file__).resolve().parents[2]
    places = os.pathsep.join(map(str, [*paths(project.cache, one), engine]))
    own = {"PYTHONPATH": places, "XDG_CACHE_HOME": home, "TORCH_HOME": home}
    done = subprocess.run(
        [sys.executable, "-m", "explainer.versions.run_one_set"],
        input=msgspec.json.encode(_Request(one, sources, str(project.root), jobs, limit)),
        capture_output=True,
        cwd=project.root,
        env={**os.environ, **own, preload.HIDDEN: " ".join(sorted(others))},
        check=False,
    )
    try:
        outcomes = msgspec.json.decode(answers.read_bytes(), type=dict[str, Outcome])
    except (OSError, msgspec.DecodeError):
        last = (done.stderr.decode(errors="replace").strip().splitlines() or ["nothing was said"])[-1]
        raise UserError(f"{one.title}: its process ended without answers: {last}") from None
    answers.unlink()
    return outcomes


def _answers_file(one: LibrarySet, project: Project) -> Path:
    """Where the process leaves its answers: not on standard output, because some releases print when imported."""
    return project.cache / f"answers-{one.slug}.json"


def _home_of(one: LibrarySet, project: Project) -> Path:
    """A HF_HOME of the set's own with the same checkpoints in it: some move what an older one left."""
    home = project.cache / "homes" / one.slug
    home.mkdir(parents=True, exist_ok=True)
    if not (home / "hub").is_symlink():
        (home / "hub").symlink_to(project.hub_home / "hub")
    return home


def outcome_of(result: Result) -> Outcome:
    """A failed assertion of the program's own is an answer like success; after any other error it cannot be asked."""
    if not result.failure:
        return Outcome(Answer("holds"), result.output)
    _, _, why = result.failure.partition(": ")
    why = without_places(HIDDEN_MODULE.sub(r"No module named '\1'", why))
    if result.refuted:
        return Outcome(Answer("fails", why.removeprefix("AssertionError: ")), result.output)
    return Outcome(Answer("cannot", why))


def main() -> None:
    """Reads a request from standard input, runs its programs, and writes the outcomes to the set's file."""
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=_Request)
    one, project = request.one, Project(Path(request.root))
    if (found := importlib.metadata.version(one.library)) != one.version:
        sys.exit(f"{one.library} is {found} there, not {one.version}: delete its folder in .cache/overlays")
    warm, home = (one.module, "torch"), _home_of(one, project)
    fork_server.start(home, {name for source in request.programs.values() for name in imports_of(source, warm)})
    snippets = [parse_snippet(Path(path), source) for path, source in request.programs.items()]
    results = run_all(
        [Run(snippet, ONCE, snippet.parameter, ()) for snippet in snippets],
        root=project.root,
        hub_home=home,
        device="cpu",
        jobs=request.jobs,
        limit=request.limit,
        progress=lambda _: None,
        warm=warm,
    )
    outcomes = {result.run.snippet.key: outcome_of(result) for result in results}
    _answers_file(one, project).write_bytes(msgspec.json.encode(outcomes))


if __name__ == "__main__":
    main()
