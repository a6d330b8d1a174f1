"""What runs in the child process: one snippet, on one checkpoint, with its output captured."""

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

from explainer.measure.seeds import Generators, shifted, start_at
from explainer.measure.values import BadFact, facts_of

OUT_OF_TIME = 5.0  # seconds after its limit that a child ends itself, should its parent be gone


@dataclass(frozen=True)
class Job:
    """Everything the child needs, as plain data. `path` is relative to `root`; `limit` is in seconds.

    `beside` is one more folder to import from, after all others. A program that draws random numbers is run again with
    each of `shifts` added to its seeds, in the same process, which has everything loaded. What fails there is run
    alone: with `shift`, and with `drew`, the generators that the first run used. Neither gives facts.
    """

    root: str
    path: str
    source: str
    assigned: frozenset[str]
    checkpoint: str | None
    device: str
    output: str
    limit: float
    beside: str | None = None
    shifts: tuple[int, ...] = ()
    shift: int = 0
    drew: tuple[str, ...] = ()


def run_in_child(job: Job, connection: Connection) -> None:
    """Runs the snippet, once it is told to, and sends one JSON object: its facts and what it drew from, or its failure.

    A build that is stopped before it knows this process's number cannot end it, and does not let it begin.
    """
    own = os.getpid()
    multiprocessing.set_start_method(None, force=True)  # the default, as in a program that runs alone
    os.setsid()  # whatever the snippet starts goes when its parent kills the group
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, job.limit + OUT_OF_TIME)
    try:
        connection.recv_bytes()
    except EOFError:
        os._exit(0)
    os.chdir(job.root)
    descriptor = os.open(job.output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    answer = _run(job)
    if os.getpid() == own:  # not a process that the snippet forked
        sys.stdout.flush()
        sys.stderr.flush()
        connection.send_bytes(answer)
        connection.close()
    os._exit(0)  # torch takes a second to leave in good order, and nothing here needs it


def _run(job: Job) -> bytes:
    sys.argv = [job.path]
    if job.beside:
        sys.path.append(job.beside)
    try:
        if job.device == "cpu":  # or a pipeline, or DataParallel, takes a GPU by itself
            os.environ["CUDA_VISIBLE_DEVICES"] = ""
        else:
            import torch

            torch.set_default_device(job.device)
        # Tracebacks quote the source; a program that the build wrote is in no file.
        linecache.cache[job.path] = (len(job.source), None, job.source.splitlines(keepends=True), job.path)
        if job.shift:
            _execute(job, job.shift, job.drew)
            return _message(facts={})
        generators = Generators()
        module = _execute(job)
        drew = generators.drew(override_checkpoint(job.source, job.path, job.checkpoint)) if job.shifts else []
        facts = facts_of(module, job.assigned)
        return _message(facts=facts, drew=drew, doubtful=_fails_with(job, drew) if drew else 0)
    except BadFact as error:
        return _message(failure=f"{job.path}: {error}")
    except BaseException as error:  # noqa: BLE001 (a snippet that calls sys.exit has not proved its claim either)
        return _message(**_failure(error, job.path))


def _execute(job: Job, shift: int = 0, drew: Sequence[str] = ()) -> ModuleType:
    """Runs the program as `__main__`, under other seeds if there is a `shift`."""
    module = ModuleType("__main__")
    module.__file__ = job.path
    sys.modules["__main__"] = module
    tree = override_checkpoint(job.source, job.path, job.checkpoint)
    if shift:
        start_at(shift, drew)
        tree = shifted(tree, shift)
    # optimize=0: the asserts stay, whatever the interpreter's flags
    code = compile(tree, job.path, "exec", dont_inherit=True, optimize=0)
    exec(code, vars(module))  # noqa: S102 (running the project's own snippets is what this is for)
    return module


def _fails_with(job: Job, drew: Sequence[str]) -> int:
    """The first shift of the seeds with which the program fails here, 0 for none; it may be what it left behind."""
    sys.stdout.flush()
    sys.stderr.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)  # what these runs print is not recorded
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    for shift in job.shifts:
        try:
            _execute(job, shift, drew)
        except BaseException:  # noqa: BLE001
            return shift
    return 0


def override_checkpoint(source: str, path: str, checkpoint: str | None) -> ast.Module:
    """The snippet's tree with the literal of `checkpoint = ...` replaced; positions stay, the file is untouched."""
    tree = ast.parse(source, filename=path)
    for node in tree.body:
        if checkpoint is not None and isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "checkpoint":
            node.value = ast.copy_location(ast.Constant(checkpoint), node.value)
    return tree


def _message(**content: Any) -> bytes:
    return json.dumps(content).encode()


def _failure(error: BaseException, path: str) -> dict[str, Any]:
    """The error in one line and by the snippet's own frames.

    `refuted`: an assertion of the snippet itself failed. That is an answer; any other error is not.
    """
    report = traceback.TracebackException.from_exception(error)
    refuted = isinstance(error, AssertionError) and bool(report.stack) and report.stack[-1].filename == path
    report.__cause__ = report.__context__ = None
    report.stack = traceback.StackSummary.from_list([frame for frame in report.stack if frame.filename == path])
    return {"failure": _headline(error, path, report.stack), "trace": "".join(report.format()), "refuted": refuted}


def _headline(error: BaseException, path: str, frames: list[traceback.FrameSummary]) -> str:
    """One line: where in the snippet, and what; an assertion without a message is quoted instead."""
    line = error.lineno if isinstance(error, SyntaxError) else frames[-1].lineno if frames else None
    where = f"{path}:{line}: " if line else f"{path}: "
    if isinstance(error, AssertionError) and not str(error) and frames:
        return f"{where}does not hold: {frames[-1].line}"
    try:
        text = str(error).strip().splitlines()
    except Exception:  # noqa: BLE001 (its __str__ is the snippet's own)
        text = ["(its text cannot be shown)"]
    return f"{where}{type(error).__name__}" + (f": {text[0]}" if text else "")
