"""Parse the command line of build_artifacts.py, run what it asks for, and print the report."""

import argparse
import datetime
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from explainer.errors import UserError
from explainer.inputs.site import read_site
from explainer.inputs.text_files import replace_text, to_yaml
from explainer.measure.run_memory import RunMemory
from explainer.measure.runner import Result
from explainer.measure.runs import plan, select
from explainer.mutate.run import MutantRunner, mutate
from explainer.paths import Project
from explainer.pipeline import build_report
from explainer.pipeline.artifact_files import locked
from explainer.pipeline.build import build
from explainer.pipeline.extension import NO_EXTENSION, Extension
from explainer.pipeline.mkdocs_build import MkdocsBuild
from explainer.pipeline.outcome import CHECKPOINTS_VARIABLE, BuildOutcome, Options
from explainer.pipeline.views import current_site, write_site_files
from explainer.versions.run import ClaimRunner, bisect, list_releases, run_sets

MAX_TIMEOUT = 86_400.0  # seconds: a day


def main(arguments: list[str], root: Path, extension: Extension = NO_EXTENSION) -> int:
    """Run one command in the repository at `root`. Return the exit status: 0, 1 (failed or stale) or 2 (bad input)."""
    options = _parser().parse_args(arguments, namespace=Options())
    return _report_errors(lambda: _run(options, root, extension), root)


def _report_errors(run: Callable[[], int], root: Path) -> int:
    """Run a command and return its exit status; print a UserError or an OSError without a traceback and return 2."""
    try:
        return run()
    except UserError as error:
        print("\n".join(error.lines), file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename or root}: {error.strerror}", file=sys.stderr)
        return 2


def _run(options: Options, root: Path, extension: Extension) -> int:
    """Run the one command that the options name, or build. Return the exit status."""
    started = time.monotonic()
    runs_versions = options.versions is not None or options.bisect is not None
    _check_options(options, runs_versions=runs_versions)
    project = Project(options.root.resolve() if options.root else root)
    extension = extension if project.root == root else NO_EXTENSION  # what it adds is about the site that it lies in
    if options.only_list:
        _print_runs(project, options)
        return 0
    if options.files:
        write_site_files(current_site(project, extension), options.files)
        return 0
    with locked(project):
        if options.mutate is not None:
            mutant_runner = MutantRunner(project, extension.operators, options.jobs, options.timeout)
            return mutate(project, options.mutate, mutant_runner, print, _print_progress)
        if runs_versions:
            _run_versions(project, options)
            options = replace(options, force=False)  # it was for the versions, and not for the build that follows
        mkdocs_build = MkdocsBuild(project.root) if options.site else None
        outcome = build(project, options, _print_result, extension)
    seconds = time.monotonic() - started
    print("\n".join(build_report.terminal_lines(outcome, options)) + f", {seconds:.1f} s", flush=True)
    for file in options.report:
        _write_report(file, outcome, seconds)
    status = build_report.exit_status(outcome, check=options.check)
    if mkdocs_build and status == 0:
        with locked(project):
            return mkdocs_build.run()
    return status


def _check_options(options: Options, *, runs_versions: bool) -> None:
    """Raise UserError for options that contradict one another or name a folder that does not exist."""
    if options.root and not (options.root / "snippets").is_dir():
        raise UserError(f"--root {options.root}: it has no folder snippets/; name the folder of a site")
    if options.claims and options.versions is None:
        raise UserError("--claims belongs to --versions; --bisect and a build take the names of claims directly")
    if options.check and runs_versions:
        raise UserError("--check writes nothing, and --versions and --bisect do: leave one of them out")
    if options.check and options.mutate is not None:
        raise UserError("--check writes nothing, and --mutate does: leave one of them out")
    if options.hub and runs_versions:
        raise UserError("--hub is for a build; --versions and --bisect take the committed checkpoints")
    if options.site and options.check:
        raise UserError("--check writes nothing, and --site does: leave one of them out")
    for file in options.report:
        if not file.absolute().parent.is_dir():
            raise UserError(f"--report {file}: there is no such folder; make it first")


def _run_versions(project: Project, options: Options) -> None:
    """Run claims under other versions and write the answers."""
    runner = ClaimRunner(project, options.jobs, options.timeout, force=options.force)
    if options.bisect is not None:
        files = bisect(runner, options.bisect, _print_progress, list_releases(runner.libraries.library))
    else:
        files = run_sets(runner, options.versions or [], options.claims, _print_progress)
    for name, text in files.items():
        replace_text(project.artifacts / name, text)


def _print_progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _write_report(path: Path, outcome: BuildOutcome, seconds: float) -> None:
    """Write the report as data if the file's name ends in .yml, else as Markdown.

    If there is no change to report as data, delete an older file.
    """
    if path.suffix != ".yml":
        path.write_text(build_report.markdown(outcome, seconds), encoding="utf-8")
        return
    path.unlink(missing_ok=True)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    if content := build_report.change_record(outcome, today):
        path.write_text(to_yaml(content, "What changed, written by build_artifacts.py --report."), "utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="build_artifacts.py",
        description="Run the snippets that are stale, record their facts, and check what the pages say of them.",
    )
    # Options has the defaults: argparse sets only what the command line gives, on the namespace that `main` passes.
    add = parser.add_argument
    add("names", nargs="*", metavar="TOPIC or SNIPPET", help="only these (default: all)")
    add("--root", type=Path, metavar="DIR", help="the site to build (default: this repository)")
    add("--check", action="store_true", help="write nothing; say what is stale, and exit 1 if anything is")
    report_help = "also write the report: as Markdown or, into a file that ends in .yml and only if something changed"
    add("--report", type=Path, action="append", metavar="FILE", help=f"{report_help}, as data")
    add("--site", action="store_true", help="then build the site, by mkdocs")
    add("--files", type=Path, metavar="DIR", help="run nothing; write what the site adds to docs/ into a folder")
    add("--force", action="store_true", help="run everything again, stale or not")
    hub_help = "download the checkpoints that are missing from the model hub"
    add("--hub", action="store_true", help=hub_help)
    add("--checkpoint", action="append", metavar="SLUG", help="only on this checkpoint")
    folder_help = (
        f"look for checkpoints here first, as DIR/<name>/ (also the environment variable {CHECKPOINTS_VARIABLE})"
    )
    add("--checkpoints-folder", type=Path, action="append", metavar="DIR", help=folder_help)
    add("--device", choices=("auto", "cpu", "cuda"), help="torch's default device (default: cpu)")
    add("--jobs", type=_parse_positive, metavar="N", help="snippets at a time")
    add("--timeout", type=_parse_seconds, metavar="SECONDS", help="for each snippet")
    add(
        "--versions",
        nargs="*",
        metavar="SET",
        help="run claims under these sets of library_versions.yml (default: all)",
    )
    add("--claims", nargs="+", metavar="CLAIM", help="with --versions: only these topics or snippets")
    add("--bisect", nargs="*", metavar="CLAIM", help="find the release that changed the answers of these claims")
    add("--mutate", nargs="*", metavar="CLAIM", help="change these claims' programs, and see if their asserts notice")
    add("--list", dest="only_list", action="store_true", help="show the snippets and what they would run on")
    return parser


# Types of options. argparse puts their message after the option's name, and exits with status 2.
def _parse_positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def _parse_seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= MAX_TIMEOUT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds between 0 and {MAX_TIMEOUT:g}")
    return value


def _print_result(result: Result) -> None:
    state = "failed" if result.failure else "ok"
    _print_progress(f"{result.run.name}  {state}  {result.seconds:.1f} s")


def _print_runs(project: Project, options: Options) -> None:
    """Print each run with its claim, whether it has never run on this machine, and why it needs the CPU if it does."""
    site = read_site(project.root)
    names_run_here = RunMemory(project.runs).by_name
    for run in select(plan(site), tuple(options.names), tuple(options.checkpoint), site):
        never_run = "" if run.name in names_run_here else "  (never run here)"
        on_cpu = f"  (on the CPU: {run.snippet.needs_cpu})" if run.snippet.needs_cpu else ""
        print(f"{run.name}{never_run}{on_cpu}\n    {run.snippet.claim}")
