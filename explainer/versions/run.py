"""Asks claims under another set of libraries, in a process whose packages are that set's.

    python -m explainer.versions.run < request

is that process: it never lives in the build's own, because a fork server keeps the libraries it has loaded.
"""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.checkpoints import ONCE
from explainer.inputs.library_versions import LibrarySet
from explainer.inputs.snippets import Snippet, read_snippet
from explainer.measure import preload
from explainer.measure.plan import Run
from explainer.measure.runner import Result, run_all
from explainer.versions.install import install, paths

HIDDEN_MODULE = re.compile(r"import of (\w+) halted; None in sys.modules")
HOLDS, FAILS, CANNOT = "holds", "fails", "cannot"


def ask(
    one: LibrarySet,
    snippets: list[Snippet],
    *,
    others: list[str],
    root: Path,
    cache: Path,
    hub_home: Path,
    jobs: int,
    limit: float,
) -> dict[str, dict[str, str]]:
    """Installs the set if need be and asks every claim there, with the libraries `others` hidden.

    Returns, by `topic/name`, `answer` (holds, fails, cannot), for the last two `why` in one line, and `output`.
    Raises UserError when the set cannot be installed or its process ends without answers.
    """
    install(cache, one)
    home = str(_home_of(one, cache, hub_home))
    answers_file = cache / f"answers-{one.slug}.json"  # not standard output: some releases print when imported
    answers_file.unlink(missing_ok=True)
    request = {
        "root": str(root),
        "hub_home": home,
        "answers": str(answers_file),
        "jobs": jobs,
        "limit": limit,
        "library": one.library,
        "version": one.version,
        "paths": [str(snippet.path) for snippet in snippets],
    }
    places = [*map(str, paths(cache, one)), str(Path(__file__).resolve().parents[2])]
    done = subprocess.run(
        [sys.executable, "-m", "explainer.versions.run"],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        cwd=root,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(places),
            "XDG_CACHE_HOME": home,
            "TORCH_HOME": home,
            preload.HIDDEN: " ".join(others),
        },
        check=False,
    )
    try:
        answers: dict[str, dict[str, str]] = json.loads(answers_file.read_text())
    except (OSError, ValueError):
        last = (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
        raise UserError(f"{one.title}: its process ended without answers: {last}") from None
    answers_file.unlink()
    return answers


def _home_of(one: LibrarySet, cache: Path, hub_home: Path) -> Path:
    """A HF_HOME of the set's own with the same checkpoints in it: some move what an older one left."""
    home = cache / "homes" / one.slug
    home.mkdir(parents=True, exist_ok=True)
    if not (home / "hub").is_symlink():
        (home / "hub").symlink_to(hub_home / "hub")
    return home


def variant_for(root: Path, snippet: Snippet, one: LibrarySet) -> Snippet:
    """What one wrote with that library: `<name>.<library>.py` beside the snippet, or the snippet itself."""
    beside = root / snippet.path.with_name(f"{snippet.name}.{one.module}.py")
    return read_snippet(beside, root) if beside.exists() else snippet


def answer_of(result: Result) -> dict[str, str]:
    """A result as an answer. A failed assertion of the snippet's own is an answer too; any other error is none."""
    if not result.failure:
        return {"answer": HOLDS, "output": result.output}
    _, _, why = result.failure.partition(": ")
    why = HIDDEN_MODULE.sub(r"No module named '\1'", why)
    if result.refuted:
        return {"answer": FAILS, "why": why.removeprefix("AssertionError: "), "output": result.output}
    return {"answer": CANNOT, "why": why, "output": ""}


def main() -> None:
    """Reads a request from standard input, runs its snippets, and writes the answers to the file it names."""
    request: dict[str, Any] = json.load(sys.stdin)
    library, wanted = request["library"], request["version"]
    if (found := importlib.metadata.version(library)) != wanted:
        sys.exit(f"{library} is {found} there, not {wanted}: delete its folder in .cache/overlays")
    root = Path(request["root"])
    snippets = [read_snippet(root / path, root) for path in request["paths"]]
    runs = [Run(snippet, ONCE, snippet.parameter, ()) for snippet in snippets]
    silent: Callable[[Result], None] = lambda _: None  # noqa: E731
    results = run_all(
        runs,
        root=root,
        hub_home=Path(request["hub_home"]),
        device="cpu",
        jobs=request["jobs"],
        limit=request["limit"],
        progress=silent,
        warm=(library.replace("-", "_"), "torch"),
    )
    Path(request["answers"]).write_text(json.dumps({result.run.snippet.key: answer_of(result) for result in results}))


if __name__ == "__main__":
    main()
