"""The command line of build_artifacts.py: parse, call, report."""

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType

from explainer import report
from explainer.artifacts import Project, locked, read_fingerprints
from explainer.build import Options, build
from explainer.errors import UserError
from explainer.measure.checkpoints import FOLDERS_VARIABLE
from explainer.measure.runner import Result
from explainer.sources import plan, read_sources, select

MOST_SECONDS = 86_400.0


def main(arguments: list[str], root: Path) -> int:
    """Runs one command in the repository at `root`; the exit status is 0, 1 (failed or stale), 2 (bad input), 130."""
    parsed = _parser().parse_args(arguments)
    started = time.monotonic()
    signal.signal(signal.SIGTERM, _interrupt)
    project = Project(root)
    options = Options(
        wanted=tuple(parsed.wanted),
        check=parsed.check,
        force=parsed.force,
        checkpoints=tuple(parsed.checkpoint),
        folders=tuple(Path(folder).resolve() for folder in [*parsed.checkpoints_folder, *_from_environment()]),
        device=parsed.device,
        jobs=parsed.jobs,
        limit=parsed.timeout,
    )
    try:
        if parsed.list:
            _list(project, options)
            return 0
        if parsed.report and not Path(parsed.report).absolute().parent.is_dir():
            raise UserError(f"--report {parsed.report}: there is no such folder; make it first")
        with locked(project, check=options.check):
            outcome = build(project, options, _progress)
        seconds = time.monotonic() - started
        print("\n".join(report.lines(outcome, options, seconds)), flush=True)
        if parsed.report:
            Path(parsed.report).write_text(report.markdown(outcome, options, seconds), encoding="utf-8")
        return report.exit_status(outcome, check=options.check)
    except UserError as error:
        print("\n".join(error.lines), file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename or project.root}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the artifacts are as they were, or the next build finishes them", file=sys.stderr)
        return 130


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="build_artifacts.py",
        description="Run the snippets that are stale, record their facts, and render docs/artifacts.",
    )
    parser.add_argument("wanted", nargs="*", metavar="TOPIC or SNIPPET", help="only these (default: all)")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; say what is stale, and exit 1 if anything is"
    )
    parser.add_argument("--report", metavar="FILE", help="also write the report as Markdown")
    parser.add_argument("--force", action="store_true", help="run everything, stale or not, and ask the hub again")
    parser.add_argument("--checkpoint", action="append", default=[], metavar="SLUG", help="only on this checkpoint")
    parser.add_argument(
        "--checkpoints-folder",
        action="append",
        default=[],
        metavar="DIR",
        help=f"look for checkpoints here first, as DIR/<name>/ (also the environment variable {FOLDERS_VARIABLE})",
    )
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="cpu", help="torch's default device")
    parser.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, metavar="N", help="snippets at a time")
    parser.add_argument("--timeout", type=_seconds, default=300.0, metavar="SECONDS", help="for each snippet")
    parser.add_argument("--list", action="store_true", help="show the snippets and what they would run on")
    return parser


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds between 0 and {MOST_SECONDS:g}")
    return value


def _from_environment() -> list[str]:
    return [folder for folder in os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep) if folder]


def _progress(result: Result) -> None:
    state = "failed" if result.failure else "ok"
    print(f"{result.run.name}  {state}  {result.seconds:.1f} s", file=sys.stderr, flush=True)


def _list(project: Project, options: Options) -> None:
    sources = read_sources(project.root)
    known = read_fingerprints(project)
    for run in select(plan(sources), options.wanted, options.checkpoints, sources):
        print(f"{run.name}{'' if run.name in known else '  (never run here)'}\n    {run.snippet.claim}")
