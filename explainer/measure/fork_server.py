"""The server that snippets are forked from: it imports the libraries once, and starts while the build still reads."""

import atexit
import multiprocessing
import os
import re
import signal
from collections.abc import Iterator, Set
from contextlib import chdir, contextmanager, suppress
from multiprocessing import forkserver
from pathlib import Path

from explainer.errors import UserError
from explainer.measure import preload
from explainer.plain import NAMED

ENGINE_ROOT = Path(__file__).resolve().parents[2]
# Set by the reader, these change what libraries print or do; the children get none but the build's own.
INHERITED = re.compile(r"(TRANSFORMERS|HF|TORCH|PYTORCH|PYTHON|TQDM)_?(?!PATH$|HOME$)")
IMPORT = re.compile(r"^(?:from (\S+) import (?:\(([^)]*)\)|(.*))|import (\S+))", re.MULTILINE)
NAME = re.compile(r"(\w+)(?: as \w+)?")
FEW = 4  # runs; more than these would take longer to import for themselves than a new server takes
_loaded: set[str] = set()  # what the server that runs was told to import


def environment(hub_home: Path) -> dict[str, str]:
    """What makes two runs print the same: one thread, no network, no colours, no progress bars, a fixed hash seed."""
    kept = {name: value for name, value in os.environ.items() if not INHERITED.match(name)}
    return {
        **kept,
        "HF_HOME": str(hub_home),
        "HF_HUB_CACHE": str(hub_home / "hub"),
        "HF_HUB_OFFLINE": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "TRANSFORMERS_VERBOSITY": "warning",
        "TQDM_DISABLE": "1",
        "TOKENIZERS_PARALLELISM": "false",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "NO_COLOR": "1",
    }


def imports_of(source: str, warm: tuple[str, ...] = NAMED) -> set[str]:
    """The dotted names that a program's own lines import of the libraries `warm`, found without a syntax tree."""
    found: set[str] = set()
    for module, several, names, whole in IMPORT.findall(source):
        if module.partition(".")[0] in warm:
            found |= {f"{module}.{name}" for name in NAME.findall((several or names).partition("#")[0])}
        if whole.partition(".")[0] in warm:
            found.add(whole)
    return found


def start(hub_home: Path, *runs: Set[str]) -> None:
    """Starts the server, which first imports the dotted names that each run needs.

    It is a singleton of its process and keeps the environment of its start. One that was started for less stays while
    only a few runs need more, which they import for themselves. Raises UserError where there is none.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        raise UserError("this platform has no fork server; build on Linux or macOS (on Windows: in WSL)")
    if _pid() and (not _alive() or sum(not one <= _loaded for one in runs) > FEW):
        end()
    if not _pid():
        _loaded.clear()
        _loaded.update(*runs)
        _run(hub_home)


def _run(hub_home: Path) -> None:
    multiprocessing.set_forkserver_preload([preload.__name__, "explainer.measure.child", "explainer.start"])
    variables = {**environment(hub_home), preload.VARIABLE: " ".join(sorted(_loaded))}
    # It finds the engine by its working directory: Python 3.11 does not hand it our import path.
    with _environment(variables), chdir(ENGINE_ROOT):
        forkserver.ensure_running()
    atexit.unregister(end)
    atexit.register(end)


def start_early(root: Path, hub_home: Path, since: Path) -> None:
    """Starts the server if a snippet is newer than the file `since`, or there is none: such a snippet will be run.

    Its imports then take place while the build reads the inputs. A wrong guess costs time and nothing else.
    """
    imports: set[str] = set()
    with suppress(OSError):  # of a file that cannot be read the build itself complains
        imports = set().union(*imports_below(root, since.stat().st_mtime_ns if since.exists() else 0))
    if imports and "forkserver" in multiprocessing.get_all_start_methods():
        start(hub_home, imports)


def imports_below(root: Path, since: int = 0) -> list[set[str]]:
    """What each snippet that is newer imports; `since` is in ns. Raises OSError for one that goes meanwhile."""
    newer = [path for path in (root / "snippets").rglob("*.py") if path.stat().st_mtime_ns > since]
    return [imports_of(path.read_text(encoding="utf-8", errors="replace")) for path in newer]


def _pid() -> int | None:
    pid = getattr(getattr(forkserver, "_forkserver", None), "_forkserver_pid", None)
    return pid if isinstance(pid, int) else None


def _alive() -> bool:
    """Whether the server still runs; multiprocessing would start another one itself, and not in our environment."""
    try:
        return os.waitpid(_pid() or 0, os.WNOHANG) == (0, 0)
    except ChildProcessError:
        return False


def end() -> None:
    """At the end: left to itself, a server with torch takes a second to leave, and keeps the build's output open."""
    if pid := _pid():
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            forkserver._forkserver._stop()  # type: ignore[attr-defined]
        # Where a thread that started a child has reaped it, `_stop` ends half-way, and a second one would raise.
        forkserver._forkserver._forkserver_pid = None  # type: ignore[attr-defined]


@contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
