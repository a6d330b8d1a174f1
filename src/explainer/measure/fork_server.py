"""Start the server from which snippets are forked: it imports the libraries once, while the build still reads input."""

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
from explainer.fact_values import MAIN_LIBRARIES
from explainer.measure import preload

ENGINE_ROOT = Path(__file__).resolve().parents[2]
# Variables that change what libraries print or do; children get the build's values, and none of the user's.
NOT_INHERITED = re.compile(r"(TRANSFORMERS|HF|TORCH|PYTORCH|PYTHON|TQDM)_?(?!PATH$|HOME$)")
IMPORT_STATEMENT = re.compile(r"^(?:from (\S+) import (?:\(([^)]*)\)|(.*))|import (\S+))", re.MULTILINE)
IMPORTED_NAME = re.compile(r"(\w+)(?: as \w+)?")
MAX_COLD_RUNS = 4  # runs that import for themselves; for more, a new server is faster
_preloaded: set[str] = set()  # the names that the running server was told to import


def environment(hub_home: Path) -> dict[str, str]:
    """Return the environment in which two runs print the same: one thread, no network, no colours, fixed hash seed."""
    inherited = {name: value for name, value in os.environ.items() if not NOT_INHERITED.match(name)}
    return {
        **inherited,
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


def imports_of(source: str, libraries: tuple[str, ...] = MAIN_LIBRARIES) -> set[str]:
    """Return the dotted names that a program imports from these libraries at the start of a line.

    By a pattern, because parsing all snippets would delay the server. A missed name costs only time.
    """
    dotted: set[str] = set()
    for source_module, parenthesised, names, module in IMPORT_STATEMENT.findall(source):
        if source_module.partition(".")[0] in libraries:
            name_list = (parenthesised or names).partition("#")[0]
            dotted |= {f"{source_module}.{name}" for name in IMPORTED_NAME.findall(name_list)}
        if module.partition(".")[0] in libraries:
            dotted.add(module)
    return dotted


def start(hub_home: Path, *imports_of_runs: Set[str]) -> None:
    """Start the server, which first imports the dotted names that each run needs.

    A process has one server, with the environment of its start. If more than MAX_COLD_RUNS runs need a name that it has
    not imported, a new server replaces it. Raise UserError on a platform without fork servers.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        raise UserError("this platform has no fork server; build on Linux or macOS (on Windows: in WSL)")
    if _server_pid() and (not _is_alive() or sum(not names <= _preloaded for names in imports_of_runs) > MAX_COLD_RUNS):
        stop()
    if not _server_pid():
        _preloaded.clear()
        _preloaded.update(*imports_of_runs)
        _start_server(hub_home)


def _start_server(hub_home: Path) -> None:
    multiprocessing.set_forkserver_preload([preload.__name__, "explainer.measure.child", "explainer.start"])
    variables = {**environment(hub_home), preload.PRELOAD_VARIABLE: " ".join(sorted(_preloaded))}
    # The server finds the engine by its working directory: Python 3.11 does not pass `sys.path` on to it.
    with _replaced_environment(variables), chdir(ENGINE_ROOT):
        forkserver.ensure_running()
    atexit.unregister(stop)  # of an earlier server: registered twice, it would run twice
    atexit.register(stop)


def start_early(root: Path, hub_home: Path, reference_file: Path) -> None:
    """Start the server if a snippet is newer than `reference_file`, or if there is no such file: it will be run.

    So the libraries are imported while the build reads its input. A wrong guess costs only time.
    """
    imports: set[str] = set()
    with suppress(OSError):  # the build itself reports a file that cannot be read
        imports = set().union(
            *imports_of_snippets(root, reference_file.stat().st_mtime_ns if reference_file.exists() else 0)
        )
    if imports and "forkserver" in multiprocessing.get_all_start_methods():
        start(hub_home, imports)


def imports_of_snippets(root: Path, since_ns: int = 0) -> list[set[str]]:
    """Return what each snippet modified after `since_ns` imports. Raise OSError if one is deleted meanwhile."""
    programs = (path for path in (root / "snippets").rglob("*.py") if path.is_file())
    newer = [path for path in programs if path.stat().st_mtime_ns > since_ns]
    return [imports_of(path.read_text(encoding="utf-8", errors="replace")) for path in newer]


def _server_pid() -> int | None:
    # multiprocessing has no public way to ask for the pid, or whether a server runs.
    pid = getattr(getattr(forkserver, "_forkserver", None), "_forkserver_pid", None)
    return pid if isinstance(pid, int) else None


def _is_alive() -> bool:
    """Return whether the server still runs. multiprocessing would replace a dead one, without our environment."""
    try:
        return os.waitpid(_server_pid() or 0, os.WNOHANG) == (0, 0)
    except ChildProcessError:
        return False


def stop() -> None:
    """Kill the server, if one runs. With torch its own exit takes a second, and holds the build's output open."""
    if pid := _server_pid():
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            forkserver._forkserver._stop()  # type: ignore[attr-defined]
        # If another thread has reaped the server, `_stop` raises before it forgets the pid, and would raise again.
        forkserver._forkserver._forkserver_pid = None  # type: ignore[attr-defined]


@contextmanager
def _replaced_environment(variables: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
