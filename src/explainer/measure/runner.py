"""Run snippets, each in a process of its own, forked from a server that has torch and transformers loaded.

A snippet that raises, hangs, is killed or segfaults is one failure; the others finish. Not a ProcessPoolExecutor:
there one crash breaks the whole pool.
"""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.fact_values import MAIN_LIBRARIES, PlainValue
from explainer.measure import extra_packages, fork_server
from explainer.measure.child import Job, run_in_child
from explainer.measure.output import clean_output, find_machine_path
from explainer.measure.runs import Run

MAX_OUTPUT_SIZE = 200_000  # bytes


@dataclass(frozen=True)
class Result:
    """Hold what a run gave on `device`: facts and output or, if it failed, the reason in one line (`failure`).

    `output` is as it was printed. `trace` has the traceback of the snippet's own frames; `refuted`: an assert of the
    snippet itself failed.
    """

    run: Run
    device: str
    seconds: float
    facts: dict[str, PlainValue] = field(default_factory=dict)
    output: str = ""
    failure: str = ""
    trace: str = ""
    refuted: bool = False

    @property
    def counts_as_failure(self) -> bool:
        """Return whether a claim failed that must hold; on a checkpoint that most machines lack it is an answer."""
        return bool(self.failure) and not self.run.hub_only

    @property
    def was_stopped(self) -> bool:
        """Return whether the run was stopped from outside, as by its time limit: that says nothing about the claim."""
        return bool(self.failure) and not self.trace


class _RunError(Exception):
    """Report why a run failed outside of its program, in words that follow the snippet's path in one line."""


def resolve_device(requested: str, root: Path) -> str:
    """Return `cpu` or `cuda`. Raise UserError if `cuda` is requested and torch sees no such device."""
    if requested == "cpu":
        return requested
    # In a process of its own: the build itself never imports torch.
    code = "import sys, torch; sys.exit(0 if torch.cuda.is_available() else 3)"
    process = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, check=False)
    has_cuda = process.returncode == 0
    if requested == "cuda" and not has_cuda:
        raise UserError("--device cuda: torch sees no CUDA device here; use --device cpu")
    return "cuda" if has_cuda else "cpu"


def run_all(
    runs: list[Run],
    *,
    root: Path,
    hub_home: Path,
    device: str,
    jobs: int,
    limit: float,
    on_result: Callable[[Result], None],
    preloaded: tuple[str, ...] = MAIN_LIBRARIES,
) -> list[Result]:
    """Run all, `jobs` at a time and each for `limit` seconds at most. Return the results in the order of `runs`.

    `on_result` is called with each result when it is ready. `preloaded` are the libraries that the fork server
    loads before the first run. All calls in a process need the same `hub_home`: the server keeps the environment of
    its start.
    """
    if not runs:
        return []
    # Only the heavy libraries: what another one prints while it is imported belongs in its snippet's output.
    # Not of a run with packages of its own: the server would import the library as it is without them.
    imports_of_runs = (
        {name for name in run.snippet.imports if name.split(".")[0] in preloaded}
        for run in runs
        if extra_packages.folder_for(run.snippet.imports) is None
    )
    fork_server.start(hub_home, *imports_of_runs)
    with tempfile.TemporaryDirectory() as scratch:
        children = _ChildProcesses(root, Path(scratch), device, limit)
        with ThreadPoolExecutor(jobs) as pool:
            try:
                futures = [pool.submit(children.run, run) for run in runs]
                for future in as_completed(futures):
                    on_result(future.result())
            except BaseException:  # Ctrl-C, too
                children.stop()
                fork_server.stop()  # else the pool waits for a child that still waits for the server's imports
                pool.shutdown(cancel_futures=True)
                raise
    return [future.result() for future in futures]


class _ChildProcesses:
    """Start and end the child processes of the fork server. `run` is called from several threads."""

    def __init__(self, root: Path, scratch: Path, device: str, limit: float) -> None:
        self.root, self.scratch, self.device, self.limit = root, scratch, device, limit
        self.context = multiprocessing.get_context("forkserver")
        self.pids: set[int] = set()
        self.stopped = threading.Event()
        self.reap_lock = threading.Lock()

    def stop(self) -> None:
        """Kill every running child; the runs that wait for them end at once."""
        self.stopped.set()
        for pid in list(self.pids):
            _kill_group(pid)

    def run(self, run: Run) -> Result:
        """Run a snippet in a new child. Whatever goes wrong is a failure of this run; nothing is raised."""
        started = time.monotonic()
        output_file = self.scratch / f"{run.snippet.topic}.{run.snippet.name}.{run.slug}.txt"
        try:
            fields = self._run_child(run, output_file)
            fields["output"] = output_file.read_text(encoding="utf-8", errors="replace")
            published = clean_output(fields["output"]) + json.dumps(fields.get("facts"), ensure_ascii=False)
            if "failure" not in fields and (leak := find_machine_path(published, self.root)):
                raise _RunError(f"its output or a fact holds a path of this machine: {leak}")
            generators, failing_shift = tuple(fields.pop("generators", ())), fields.pop("failing_shift", 0)
            if failing_shift:
                fields |= self._confirm_failure(run, output_file, failing_shift, generators)
        except _RunError as reason:
            fields = {"failure": f"{run.snippet.path}: {reason}"}
        except (OSError, EOFError, ValueError) as error:
            fields = {"failure": f"{run.snippet.path}: could not be run: {type(error).__name__}: {error}"}
        return Result(run, self.device, time.monotonic() - started, **fields)

    def _confirm_failure(
        self, run: Run, output_file: Path, first_shift: int, generators: tuple[str, ...]
    ) -> dict[str, Any]:
        """Return the first failure, from `first_shift` on, that a new process confirms; {} if there is none."""
        for shift in run.seed_shifts[run.seed_shifts.index(first_shift) :]:
            fields = self._run_child(run, output_file, shift, generators)
            if "failure" in fields:
                where, _, why = fields["failure"].partition(": ")
                return fields | {"failure": f"{where}: with {shift} added to its seeds: {why}"}
        return {}

    def _run_child(
        self, run: Run, output_file: Path, shift: int = 0, generators: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        parent_end, child_end = self.context.Pipe()
        job = Job(
            root=str(self.root),
            path=str(run.snippet.path),
            source=run.snippet.source,
            assigned_names=run.snippet.assigned_names,
            checkpoint=run.checkpoint,
            device=self.device,
            output_file=str(output_file),
            limit=self.limit,
            extra_packages=extra_packages.folder_for(run.snippet.imports),
            seed_shifts=() if shift else run.seed_shifts,
            seed_shift=shift,
            generators=generators,
        )
        if self.stopped.is_set():
            raise _RunError("not run: the build was stopped")
        child = self.context.Process(target=run_in_child, args=(job, child_end))
        with self.reap_lock:
            child.start()
        pid = child.pid or 0
        self.pids.add(pid)
        child_end.close()  # else the pipe stays open when the child ends
        try:
            if self.stopped.is_set():  # after the check above, and before `stop` could know the pid
                raise _RunError("not run: the build was stopped")
            parent_end.send_bytes(b"begin")
            return self._receive_fields(child, parent_end, output_file)
        finally:
            _kill_group(pid)
            child.kill()  # it may have no group of its own yet
            self._reap(child)
            self.pids.discard(pid)

    def _receive_fields(self, child: BaseProcess, connection: Connection, output_file: Path) -> dict[str, Any]:
        """Return the fields of the result that the child sends.

        Raise _RunError if it ends without sending any, runs too long or prints too much.
        """
        deadline = time.monotonic() + self.limit
        awaited: list[Any] = [connection, child.sentinel]
        ready: list[Any] = []
        while child.sentinel not in ready:
            if (remaining := deadline - time.monotonic()) <= 0:
                raise _RunError(f"ran longer than its {self.limit:g} s and was stopped")
            ready = wait(awaited, min(remaining, 0.5))  # at least twice a second, look at the size of its output
            if output_file.exists() and output_file.stat().st_size > MAX_OUTPUT_SIZE:
                raise _RunError(f"printed more than {MAX_OUTPUT_SIZE:,} bytes, which no page can show, and was stopped")
            if connection in ready:
                with suppress(EOFError):
                    fields: dict[str, Any] = json.loads(connection.recv_bytes())
                    return fields
                awaited.remove(connection)  # the child closed the pipe, and may run on
        code = self._reap(child)
        if code >= 0:
            raise _RunError(f"ended without an answer (exit status {code})")
        names = {int(number): number.name for number in signal.Signals}
        raise _RunError(f"was killed by {names.get(-code, f'signal {-code}')}")

    def _reap(self, child: BaseProcess) -> int:
        """Wait for a child to end and return its exit status.

        Under a lock, because `start` in another thread collects the statuses of all children, too.
        """
        wait([child.sentinel])
        with self.reap_lock:
            child.join()
        return child.exitcode or 0


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
