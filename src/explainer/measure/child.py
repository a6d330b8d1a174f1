"""Run one snippet on one checkpoint, in a child process that captures its output."""

import ast
import json
import linecache
import multiprocessing
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any

from explainer.measure.seeds import GeneratorStates, seed_generators, shift_seeds
from explainer.measure.values import BadFact, facts_of

GRACE_PERIOD = 5.0  # seconds after its limit at which a child ends itself, in case its parent is gone


@dataclass(frozen=True)
class Job:
    """Hold everything that the child needs, as plain data. `path` is relative to `root`; `limit` is in seconds.

    `extra_packages` is one more folder to import from, after all others. A program that draws random numbers runs again
    in the same process, where all is loaded, with each of `seed_shifts` added to its seeds. A run that fails there is
    repeated in a new process, with that `seed_shift` and the `generators` of the first run. Neither gives facts.
    """

    root: str
    path: str
    source: str
    assigned_names: frozenset[str]
    checkpoint: str | None
    device: str
    output_file: str
    limit: float
    extra_packages: str | None = None
    seed_shifts: tuple[int, ...] = ()
    seed_shift: int = 0
    generators: tuple[str, ...] = ()


def run_in_child(job: Job, connection: Connection) -> None:
    """Wait for one message, run the snippet, and send one JSON object: facts and generators, or a failure.

    End if the connection closes first: the build was stopped, perhaps before it knew the pid and could kill the child.
    """
    child_pid = os.getpid()
    multiprocessing.set_start_method(None, force=True)  # the default, as in a program that runs alone
    os.setsid()  # a group of its own: killing the group also ends what the snippet starts
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, job.limit + GRACE_PERIOD)
    try:
        connection.recv_bytes()
    except EOFError:
        os._exit(0)
    os.chdir(job.root)
    descriptor = os.open(job.output_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    for stream in (sys.stdout, sys.stderr):  # by the line, so that one file has both in the order of printing
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    message = _run(job)
    if os.getpid() == child_pid:  # a process that the snippet forked may get here, too
        sys.stdout.flush()
        sys.stderr.flush()
        connection.send_bytes(message)
        connection.close()
    os._exit(0)  # skips the exit handlers: those of torch take a second


def _run(job: Job) -> bytes:
    """Run the program, also under the other seeds, and return the JSON message for the parent."""
    sys.argv = [job.path]
    if job.extra_packages:
        sys.path.append(job.extra_packages)
    try:
        if job.device == "cpu":  # a pipeline or DataParallel would take a GPU without being told to
            os.environ["CUDA_VISIBLE_DEVICES"] = ""
        else:
            import torch

            torch.set_default_device(job.device)
        # Tracebacks quote the source; a program that the build wrote is in no file.
        linecache.cache[job.path] = (len(job.source), None, job.source.splitlines(keepends=True), job.path)
        if job.seed_shift:
            _execute(job, job.seed_shift, job.generators)
            return _message(facts={})
        before = GeneratorStates()
        module = _execute(job)
        generators = (
            before.find_used(override_checkpoint(job.source, job.path, job.checkpoint)) if job.seed_shifts else []
        )
        facts = facts_of(module, job.assigned_names)
        failing_shift = _first_failing_shift(job, generators) if generators else 0
        return _message(facts=facts, generators=generators, failing_shift=failing_shift)
    except BadFact as error:
        return _message(failure=f"{job.path}: {error}")
    except BaseException as error:  # noqa: BLE001 (a snippet that calls sys.exit has not proved its claim either)
        return _message(**_failure(error, job.path))


def _execute(job: Job, shift: int = 0, generators: Sequence[str] = ()) -> ModuleType:
    """Run the program as `__main__` and return the module.

    With a `shift`, first seed `generators` with it, and add it to each seed that the program sets.
    """
    module = ModuleType("__main__")
    module.__file__ = job.path
    sys.modules["__main__"] = module
    tree = override_checkpoint(job.source, job.path, job.checkpoint)
    if shift:
        seed_generators(shift, generators)
        tree = shift_seeds(tree, shift)
    # optimize=0: the asserts stay, whatever the interpreter's flags
    code = compile(tree, job.path, "exec", dont_inherit=True, optimize=0)
    exec(code, vars(module))  # noqa: S102 (running the project's own snippets is what this is for)
    return module


def _first_failing_shift(job: Job, generators: Sequence[str]) -> int:
    """Return the first shift of the seeds with which the program fails here, 0 if it never does.

    A failure here is only a suspicion: what an earlier run left in this process may have caused it.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    null = os.open(os.devnull, os.O_WRONLY)  # what these runs print is not recorded
    os.dup2(null, 1)
    os.dup2(null, 2)
    for shift in job.seed_shifts:
        try:
            _execute(job, shift, generators)
        except BaseException:  # noqa: BLE001 (sys.exit is a failure here, too)
            return shift
    return 0


def override_checkpoint(source: str, path: str, checkpoint: str | None) -> ast.Module:
    """Return the syntax tree with `checkpoint`, unless None, in place of the literal in `checkpoint = "…"`.

    Line numbers stay, so that an error shows the right line.
    """
    tree = ast.parse(source, filename=path)
    for node in tree.body:
        if checkpoint is not None and isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "checkpoint":
            node.value = ast.copy_location(ast.Constant(checkpoint), node.value)
    return tree


def _message(**content: Any) -> bytes:
    return json.dumps(content).encode()


def _failure(error: BaseException, path: str) -> dict[str, Any]:
    """Return the error as one line, as a traceback of the snippet's own frames, and whether it refutes the claim.

    Only an assert of the snippet itself refutes it: one that fails in a library says nothing about the claim.
    """
    report = traceback.TracebackException.from_exception(error)
    refuted = isinstance(error, AssertionError) and bool(report.stack) and report.stack[-1].filename == path
    report.__cause__ = report.__context__ = None  # they have frames of libraries, which differ between releases
    report.stack = traceback.StackSummary.from_list([frame for frame in report.stack if frame.filename == path])
    return {"failure": _headline(error, path, report.stack), "trace": "".join(report.format()), "refuted": refuted}


def _headline(error: BaseException, path: str, frames: list[traceback.FrameSummary]) -> str:
    """Return `file:line: error: message` in one line; an assert without a message is quoted instead."""
    line = error.lineno if isinstance(error, SyntaxError) else frames[-1].lineno if frames else None
    where = f"{path}:{line}: " if line else f"{path}: "
    if isinstance(error, AssertionError) and not str(error) and frames:
        return f"{where}does not hold: {frames[-1].line}"
    try:
        text = str(error).strip().splitlines()
    except Exception:  # noqa: BLE001 (its __str__ is the snippet's own)
        text = ["(its text cannot be shown)"]
    return f"{where}{type(error).__name__}" + (f": {text[0]}" if text else "")
