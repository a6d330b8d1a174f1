"""Run claims under one library set, in a process whose import path begins with that set's packages.

    PYTHONPATH=src python -m explainer.versions.run_one_set < request

is that process. It is not the build's own process, because a fork server keeps the libraries it has loaded.
"""

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import msgspec

from explainer.errors import UserError
from explainer.inputs.content import ONCE
from explainer.inputs.library_versions import LibrarySet
from explainer.inputs.snippets import Snippet, parse_snippet
from explainer.measure import fork_server, preload
from explainer.measure.fork_server import imports_of
from explainer.measure.output import without_local_paths
from explainer.measure.runner import Result, run_all
from explainer.measure.runs import Run
from explainer.paths import Project
from explainer.versions.answers import Answer
from explainer.versions.install import install, overlay_paths

NO_MODULE = "ModuleNotFoundError: No module named "
# Python's message for a module that `preload` hides by None in sys.modules; shown as if it were not installed.
HIDDEN_MODULE = re.compile(r"import of (\w+) halted; None in sys.modules")


class ClaimOutcome(msgspec.Struct, frozen=True):
    """Hold a claim's answer and what its program printed, empty if it could not run.

    `fingerprint` is a digest of everything that the answer depends on.
    """

    answer: Answer
    output: str = ""
    fingerprint: str = ""


class _Request(msgspec.Struct, frozen=True):
    """Hold what the process reads from standard input. `limit` is in seconds.

    `programs` maps paths to source code; a variant that the build makes has a path but no file.
    """

    library_set: LibrarySet
    programs: dict[str, str]
    root: str
    jobs: int
    limit: float


def run_under(
    library_set: LibrarySet,
    programs: list[Snippet],
    hidden_modules: Collection[str],
    project: Project,
    jobs: int,
    limit: float,
) -> dict[str, ClaimOutcome]:
    """Run programs under a library set, installed first if need be, and return the outcomes by claim.

    `hidden_modules` cannot be imported there, though the environment may have them. `limit` is in seconds for each
    program. Raise UserError if the set cannot be installed or its process ends without outcomes.
    """
    hidden_imports = {
        program.key: module for program in programs if (module := first_import_of(program.source, hidden_modules))
    }
    outcomes = {key: ClaimOutcome(Answer("cannot", f"{NO_MODULE}'{module}'")) for key, module in hidden_imports.items()}
    programs = [program for program in programs if program.key not in hidden_imports]
    return outcomes | (_run_in_process(library_set, programs, hidden_modules, project, jobs, limit) if programs else {})


def first_import_of(source: str, modules: Collection[str]) -> str | None:
    """Return the first of these modules that a program imports before it does anything else, or None.

    Such a program cannot run where the module is hidden: no process has to find that out.
    """
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
        if imported := [top for name in names if (top := name.partition(".")[0]) in modules]:
            return imported[0]
    return None


def _run_in_process(
    library_set: LibrarySet,
    programs: list[Snippet],
    hidden_modules: Collection[str],
    project: Project,
    jobs: int,
    limit: float,
) -> dict[str, ClaimOutcome]:
    """Start the set's process, send it the programs, and return the outcomes it leaves. Raise UserError if it fails."""
    install(project.cache, library_set)
    outcomes_file = _outcomes_file(library_set, project)
    outcomes_file.unlink(missing_ok=True)
    sources = {str(program.path): program.source for program in programs}
    home, engine = str(_home_of(library_set, project)), Path(__file__).resolve().parents[2]
    import_path = os.pathsep.join(map(str, [*overlay_paths(project.cache, library_set), engine]))
    # HF_HOME does not reach releases before transformers 4: they cache below TORCH_HOME or XDG_CACHE_HOME.
    variables = {"PYTHONPATH": import_path, "XDG_CACHE_HOME": home, "TORCH_HOME": home}
    completed = subprocess.run(
        [sys.executable, "-m", "explainer.versions.run_one_set"],
        input=msgspec.json.encode(_Request(library_set, sources, str(project.root), jobs, limit)),
        capture_output=True,
        cwd=project.root,
        env={**os.environ, **variables, preload.HIDDEN_VARIABLE: " ".join(sorted(hidden_modules))},
        check=False,
    )
    try:
        outcomes = msgspec.json.decode(outcomes_file.read_bytes(), type=dict[str, ClaimOutcome])
    except (OSError, msgspec.DecodeError):
        last_line = (completed.stderr.decode(errors="replace").strip().splitlines() or ["it printed no error"])[-1]
        raise UserError(f"{library_set.title}: its process ended without answers: {last_line}") from None
    outcomes_file.unlink()
    return outcomes


def _outcomes_file(library_set: LibrarySet, project: Project) -> Path:
    """Return the file for the process's outcomes: not standard output, because some releases print when imported."""
    return project.cache / f"answers-{library_set.slug}.json"


def _home_of(library_set: LibrarySet, project: Project) -> Path:
    """Return the set's own HF_HOME, made if need be, with a link to the project's checkpoints.

    It is not shared, because some releases move the files that an older release cached.
    """
    home = project.cache / "homes" / library_set.slug
    home.mkdir(parents=True, exist_ok=True)
    if not (home / "hub").is_symlink():
        (home / "hub").symlink_to(project.hub_home / "hub")
    return home


def outcome_of(result: Result) -> ClaimOutcome:
    """Return `holds`, `fails` if one of the program's own assertions failed, or `cannot` after any other error."""
    if not result.failure:
        return ClaimOutcome(Answer("holds"), result.output)
    _, _, why = result.failure.partition(": ")
    why = without_local_paths(HIDDEN_MODULE.sub(r"No module named '\1'", why))
    if result.refuted:
        return ClaimOutcome(Answer("fails", why.removeprefix("AssertionError: ")), result.output)
    return ClaimOutcome(Answer("cannot", why))


def main() -> None:
    """Read a request from standard input, run its programs, and write the outcomes to the set's file."""
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=_Request)
    library_set, project = request.library_set, Project(Path(request.root))
    if (installed := importlib.metadata.version(library_set.library)) != library_set.version:
        sys.exit(
            f"{library_set.library} is {installed} there, not {library_set.version}: "
            "delete its folder in .cache/overlays"
        )
    preloaded, home = (library_set.module, "torch"), _home_of(library_set, project)
    fork_server.start(home, {name for source in request.programs.values() for name in imports_of(source, preloaded)})
    # No facts: only whether the claim holds is asked, and a fact may be a path that another release prints.
    snippets = [
        replace(parse_snippet(Path(path), source), assigned_names=frozenset(), lesson_names=frozenset())
        for path, source in request.programs.items()
    ]
    results = run_all(
        [Run(snippet, ONCE, snippet.checkpoint_id, ()) for snippet in snippets],
        root=project.root,
        hub_home=home,
        device="cpu",
        jobs=request.jobs,
        limit=request.limit,
        on_result=lambda _: None,
        preloaded=preloaded,
    )
    outcomes = {result.run.snippet.key: outcome_of(result) for result in results}
    _outcomes_file(library_set, project).write_bytes(msgspec.json.encode(outcomes))


if __name__ == "__main__":
    main()
