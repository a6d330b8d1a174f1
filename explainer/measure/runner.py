"""Runs snippets, each in a process of its own, forked from a server that has torch and transformers loaded.

A snippet that raises, hangs, is killed or segfaults is one failure; the others finish. Not a ProcessPoolExecutor:
there one crash takes the whole pool along.
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
from explainer.measure import extra_packages, fork_server
from explainer.measure.child import Job, run_in_child
from explainer.measure.output import clean, machine_path
from explainer.measure.plan import Run
from explainer.plain import NAMED, Plain

LONGEST_OUTPUT = 200_000  # bytes


@dataclass(frozen=True)
class Result:
    """What a run gave on `device`: facts and output, or a failure in one line with the snippet's own frames.

    `refuted`: it failed by an assertion of its own.
    """

    run: Run
    device: str
    seconds: float
    facts: dict[str, Plain] = field(default_factory=dict)
    output: str = ""
    failure: str = ""
    trace: str = ""
    refuted: bool = False

    @property
    def failed(self) -> bool:
        """Whether it failed where its claim must hold: on a checkpoint on request a failure is an answer."""
        return bool(self.failure) and not self.run.on_request

    @property
    def unanswered(self) -> bool:
        """Whether it was stopped from outside, by its time limit or for its memory: that tells of the machine alone."""
        return bool(self.failure) and not self.trace


class _NoAnswer(Exception):
    """Why a run gave no answer: a clause for the one line that reports it."""


def resolve_device(asked: str, root: Path) -> str:
    """`cpu` or `cuda`. Asks torch, in a process of its own; raises UserError for `cuda` where there is none."""
    if asked == "cpu":
        return asked
    code = "import sys, torch; sys.exit(0 if torch.cuda.is_available() else 3)"
    found = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, check=False).returncode == 0
    if asked == "cuda" and not found:
        raise UserError("--device cuda: torch sees no CUDA device here; use --device cpu")
    return "cuda" if found else "cpu"


def run_all(
    runs: list[Run],
    *,
    root: Path,
    hub_home: Path,
    device: str,
    jobs: int,
    limit: float,
    progress: Callable[[Result], None],
    warm: tuple[str, ...] = NAMED,
) -> list[Result]:
    """Every run, `jobs` at a time, each with `limit` seconds; results in the order of `runs`.

    `warm` are the libraries that the fork server loads before the first of them.

    One call per process: the fork server is a singleton and keeps the first call's environment.
    """
    if not runs:
        return []
    # Of the heavy libraries only: what another one prints while it is imported belongs in its snippet's output.
    needed = ({name for name in run.snippet.imports if name.split(".")[0] in warm} for run in runs)
    fork_server.start(hub_home, *needed)
    with tempfile.TemporaryDirectory() as scratch:
        server = _Server(root, Path(scratch), device, limit)
        with ThreadPoolExecutor(jobs) as pool:
            try:
                futures = [pool.submit(server.run, run) for run in runs]
                for future in as_completed(futures):
                    progress(future.result())
            except BaseException:
                server.stop()
                fork_server.end()  # a child that waits for its imports would be waited for
                pool.shutdown(cancel_futures=True)
                raise
    return [future.result() for future in futures]


class _Server:
    """The fork server and the children that run now."""

    def __init__(self, root: Path, scratch: Path, device: str, limit: float) -> None:
        self.root, self.scratch, self.device, self.limit = root, scratch, device, limit
        self.context = multiprocessing.get_context("forkserver")
        self.children: set[int] = set()
        self.stopped = threading.Event()
        self.reaping = threading.Lock()

    def stop(self) -> None:
        """Kills every running child; the runs that wait for them end at once."""
        self.stopped.set()
        for pid in list(self.children):
            _kill_group(pid)

    def run(self, run: Run) -> Result:
        """One run in a new child; whatever goes wrong with it is that run's failure alone."""
        started = time.monotonic()
        output = self.scratch / f"{run.snippet.topic}.{run.snippet.name}.{run.slug}.txt"
        try:
            answer = self._ask(run, output)
            answer["output"] = clean(output.read_text(encoding="utf-8", errors="replace"))
            shown = answer["output"] + json.dumps(answer.get("facts"), ensure_ascii=False)
            if "failure" not in answer and (leak := machine_path(shown, self.root)):
                raise _NoAnswer(f"its output or a fact holds a path of this machine: {leak}")
            drew, doubtful = tuple(answer.pop("drew", ())), answer.pop("doubtful", 0)
            if doubtful:
                answer |= self._under_other_seeds(run, output, doubtful, drew)
        except _NoAnswer as reason:
            answer = {"failure": f"{run.snippet.path}: {reason}"}
        except (OSError, EOFError, ValueError) as error:
            answer = {"failure": f"{run.snippet.path}: could not be run: {type(error).__name__}: {error}"}
        return Result(run, self.device, time.monotonic() - started, **answer)

    def _under_other_seeds(self, run: Run, output: Path, first: int, drew: tuple[str, ...]) -> dict[str, Any]:
        """The failure of the first further run, from the shift `first` on, that fails in a process of its own."""
        for shift in run.shifts[run.shifts.index(first) :]:
            answer = self._ask(run, output, shift, drew)
            if "failure" in answer:
                where, _, why = answer["failure"].partition(": ")
                return answer | {"failure": f"{where}: with {shift} added to its seeds: {why}"}
        return {}

    def _ask(self, run: Run, output: Path, shift: int = 0, drew: tuple[str, ...] = ()) -> dict[str, Any]:
        ours, theirs = self.context.Pipe()
        job = Job(
            root=str(self.root),
            path=str(run.snippet.path),
            source=run.snippet.source,
            assigned=run.snippet.assigned,
            checkpoint=run.checkpoint,
            device=self.device,
            output=str(output),
            limit=self.limit,
            beside=extra_packages.needed_by(run.snippet.imports),
            shifts=() if shift else run.shifts,
            shift=shift,
            drew=drew,
        )
        if self.stopped.is_set():
            raise _NoAnswer("not run: the build was stopped")
        child = self.context.Process(target=run_in_child, args=(job, theirs))
        with self.reaping:
            child.start()
        pid = child.pid or 0
        self.children.add(pid)
        theirs.close()
        try:
            if self.stopped.is_set():  # before its number was known
                raise _NoAnswer("not run: the build was stopped")
            ours.send_bytes(b"begin")
            return self._answer(child, ours, output)
        finally:
            _kill_group(pid)
            child.kill()  # also one that has no group of its own yet
            self._reap(child)
            self.children.discard(pid)

    def _answer(self, child: BaseProcess, receiving: Connection, output: Path) -> dict[str, Any]:
        """The child's JSON answer. Raises _NoAnswer with how it ended without one."""
        ends = time.monotonic() + self.limit
        signs: list[Any] = [receiving, child.sentinel]
        ready: list[Any] = []
        while child.sentinel not in ready:
            if (left := ends - time.monotonic()) <= 0:
                raise _NoAnswer(f"ran longer than its {self.limit:g} s and was stopped")
            ready = wait(signs, min(left, 0.5))
            if output.exists() and output.stat().st_size > LONGEST_OUTPUT:
                raise _NoAnswer(f"printed more than {LONGEST_OUTPUT:,} bytes, which no page can show, and was stopped")
            if receiving in ready:
                with suppress(EOFError):
                    answer: dict[str, Any] = json.loads(receiving.recv_bytes())
                    return answer
                signs.remove(receiving)  # it closed the pipe, and may run on
        code = self._reap(child)
        if code >= 0:
            raise _NoAnswer(f"ended without an answer (exit status {code})")
        names = {int(number): number.name for number in signal.Signals}
        raise _NoAnswer(f"was killed by {names.get(-code, f'signal {-code}')}")

    def _reap(self, child: BaseProcess) -> int:
        """The exit status of a child that ends now. One at a time: `start` looks at all children's statuses too."""
        wait([child.sentinel])
        with self.reaping:
            child.join()
        return child.exitcode or 0


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
