"""Runs snippets, each in a process of its own, forked from a server that has torch and transformers loaded.

A snippet that raises, hangs, is killed or segfaults is one failure; the others finish. Not a ProcessPoolExecutor:
there one crash takes the whole pool along.
"""

import json
import multiprocessing
import os
import re
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.facts import Plain
from explainer.measure import preload
from explainer.measure.child import Job, run_in_child
from explainer.sources import Run

ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
SITE_PACKAGES = re.compile(r"[^\s'\"]*/site-packages/")


@dataclass(frozen=True)
class Result:
    """What a run gave: facts and output, or a failure in one line with the snippet's own frames."""

    run: Run
    facts: dict[str, Plain]
    output: str
    device: str
    failure: str
    trace: str
    seconds: float


def environment(hub_home: Path) -> dict[str, str]:
    """What makes two runs print the same: one thread, no network, no colours, no progress bars, a fixed hash seed."""
    return {
        "HF_HOME": str(hub_home),
        "HF_HUB_CACHE": str(hub_home / "hub"),
        "HF_HUB_OFFLINE": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "TQDM_DISABLE": "1",
        "TOKENIZERS_PARALLELISM": "false",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "PYTHONHASHSEED": "0",
        "NO_COLOR": "1",
    }


def run_all(
    runs: list[Run],
    *,
    root: Path,
    hub_home: Path,
    device: str,
    jobs: int,
    limit: float,
    progress: Callable[[Result], None],
) -> list[Result]:
    """Every run, `jobs` at a time, each with `limit` seconds; results in the order of `runs`.

    One call per process: the fork server is a singleton and keeps the first call's environment.
    """
    if not runs:
        return []
    if "forkserver" not in multiprocessing.get_all_start_methods():
        raise UserError("this platform has no fork server; build on Linux or macOS (on Windows: in WSL)")
    imports = sorted({name for run in runs for name in run.snippet.imports})
    if device != "cpu":
        imports.insert(0, "torch")
    results: dict[str, Result] = {}
    with (
        _environment({**environment(hub_home), preload.VARIABLE: " ".join(imports)}),
        tempfile.TemporaryDirectory() as scratch,
    ):
        server = _Server(root, Path(scratch), device, limit)
        with ThreadPoolExecutor(jobs) as pool:
            try:
                for future in as_completed([pool.submit(server.run, run) for run in runs]):
                    result = future.result()
                    results[result.run.name] = result
                    progress(result)
            except BaseException:
                server.stop()
                pool.shutdown(cancel_futures=True)
                raise
    return [results[run.name] for run in runs]


@contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


class _Server:
    """The fork server and the children that run now."""

    def __init__(self, root: Path, scratch: Path, device: str, limit: float) -> None:
        self.root, self.scratch, self.device, self.limit = root, scratch, device, limit
        self.context = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload([preload.__name__, "explainer.measure.child"])
        self.children: set[int] = set()
        self.stopped = threading.Event()

    def stop(self) -> None:
        """Kills every running child; the runs that wait for them end at once."""
        self.stopped.set()
        for pid in list(self.children):
            _kill_group(pid)

    def run(self, run: Run) -> Result:
        """One run in a new child: waits for its answer, its death or the limit."""
        output = self.scratch / (run.name.replace("/", ".").replace(" · ", ".") + ".txt")
        receiving, sending = self.context.Pipe(duplex=False)
        job = Job(
            root=str(self.root),
            path=str(run.snippet.path),
            source=run.snippet.source,
            assigned=run.snippet.assigned,
            checkpoint=run.checkpoint,
            device=self.device,
            output=str(output),
            limit=self.limit,
        )
        child = self.context.Process(target=run_in_child, args=(job, sending), daemon=True)
        started = time.monotonic()
        if self.stopped.is_set():
            return _failed(run, "not run: the build was stopped", 0.0)
        child.start()
        pid = child.pid or 0
        self.children.add(pid)
        sending.close()
        try:
            answer = _answer(child, receiving, self.limit)
        finally:
            _kill_group(pid)
            child.kill()
            child.join()
            self.children.discard(pid)
        seconds = time.monotonic() - started
        if isinstance(answer, str):
            return _failed(run, f"{run.snippet.path}: {answer}", seconds)
        if "failure" in answer:
            return _failed(run, answer["failure"], seconds, answer["trace"])
        text = _clean(output.read_text(encoding="utf-8", errors="replace"))
        if leak := _machine_path(text + json.dumps(answer["facts"], ensure_ascii=False), self.root):
            return _failed(
                run, f"{run.snippet.path}: its output or a fact holds a path of this machine: {leak}", seconds
            )
        return Result(run, answer["facts"], text, answer["device"], "", "", seconds)


def _answer(child: BaseProcess, receiving: Connection, limit: float) -> dict[str, Any] | str:
    """The child's JSON answer, or one clause that says how it ended without one."""
    ready = wait([receiving, child.sentinel], limit)
    if receiving in ready:
        with suppress(EOFError):
            answer: dict[str, Any] = json.loads(receiving.recv_bytes())
            return answer
    if not ready:
        return f"ran longer than its {limit:g} s and was stopped"
    child.join()
    code = child.exitcode or 0
    if code < 0:
        return f"was killed by {signal.Signals(-code).name}"
    return f"ended without an answer (exit status {code})"


def _failed(run: Run, failure: str, seconds: float, trace: str = "") -> Result:
    return Result(run, {}, "", "", failure, trace, seconds)


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _clean(text: str) -> str:
    """Output as a page shows it: no colours, no trailing blanks, no path to an installation."""
    lines = SITE_PACKAGES.sub("site-packages/", ANSI.sub("", text)).splitlines()
    return "\n".join(line.rstrip() for line in lines).strip("\n") + "\n"


def _machine_path(text: str, root: Path) -> str | None:
    places = [root, Path.home(), Path(tempfile.gettempdir()), Path(sys.prefix)]
    return next((f"{place}/" for place in places if len(place.parts) > 1 and f"{place}/" in text), None)
