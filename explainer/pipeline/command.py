"""The command line of build_artifacts.py: parse, call, report."""

import argparse
import datetime
import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType

from explainer.errors import UserError
from explainer.inputs.site import read_site
from explainer.inputs.yaml_files import replace_text, to_yaml
from explainer.measure.find_checkpoints import FOLDERS_VARIABLE
from explainer.measure.fingerprints import read_fingerprints
from explainer.measure.plan import plan, select
from explainer.measure.runner import Result
from explainer.paths import Project
from explainer.pipeline import report
from explainer.pipeline.artifact_files import locked
from explainer.pipeline.extension import NOTHING, Extension
from explainer.pipeline.outcome import Options, Outcome
from explainer.pipeline.rounds import build_until_settled
from explainer.versions.ask import ask_sets, merged_parts
from explainer.versions.bisect import all_releases, bisect

MOST_SECONDS = 86_400.0


def main(arguments: list[str], root: Path, extension: Extension = NOTHING) -> int:
    """Runs one command in the repository at `root`; the exit status is 0, 1 (failed or stale), 2 (bad input), 130."""
    parsed = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        return _run(parsed, Project(_root(parsed.root) or root), extension)
    except UserError as error:
        print("\n".join(error.lines), file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename or root}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the artifacts are as they were, or the next build writes them all", file=sys.stderr)
        return 130


def _run(parsed: argparse.Namespace, project: Project, extension: Extension) -> int:
    started = time.monotonic()
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
    if parsed.list:
        _list(project, options)
        return 0
    _refuse_contradictions(parsed)
    with locked(project):
        if _asks(parsed) and not _ask(project, parsed, options):
            return 0
        outcome = build_until_settled(project, options, _progress, extension)
    seconds = time.monotonic() - started
    print("\n".join(report.lines(outcome, options, seconds)), flush=True)
    for file in parsed.report:
        _write_report(Path(file), outcome, options, seconds)
    return report.exit_status(outcome, check=options.check)


def _root(given: str | None) -> Path | None:
    if given is None:
        return None
    if not Path(given, "snippets").is_dir():
        raise UserError(f"--root {given}: there is no folder snippets/ in it; name the folder of a site")
    return Path(given).resolve()


def _refuse_contradictions(parsed: argparse.Namespace) -> None:
    if parsed.check and _asks(parsed):
        raise UserError("--check writes nothing, and --versions, --bisect and --merge do: leave one of them out")
    for file in parsed.report:
        if not Path(file).absolute().parent.is_dir():
            raise UserError(f"--report {file}: there is no such folder; make it first")


def _asks(parsed: argparse.Namespace) -> bool:
    return any(option is not None for option in (parsed.versions, parsed.bisect, parsed.merge))


def _ask(project: Project, parsed: argparse.Namespace, options: Options) -> bool:
    """Asks under other versions and records it. False for a shard, which writes its part and leaves the rest."""
    if parsed.merge is not None:
        files = merged_parts(project, [Path(part) for part in parsed.merge])
    elif parsed.bisect is not None:
        releases = all_releases()
        files = bisect(project, parsed.bisect, options.jobs, options.limit, _say, releases)
    else:
        files = ask_sets(project, parsed.versions, parsed.shard, options.jobs, options.limit, _say)
    whole = bool(parsed.shard == (1, 1))
    folder = project.artifacts if whole else project.cache / "shards" / "{}-of-{}".format(*parsed.shard)
    for name, text in files.items():
        replace_text(folder / name, text)
    if not whole:
        print(f"this part is in {folder.relative_to(project.root)}; --merge puts parts together")
    return whole


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _write_report(path: Path, outcome: Outcome, options: Options, seconds: float) -> None:
    """The report in the form that the file's name asks for; a report with nothing in it is no data."""
    if path.suffix != ".yml":
        path.write_text(report.markdown(outcome, options, seconds), encoding="utf-8")
        return
    path.unlink(missing_ok=True)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    if content := report.data(outcome, today):
        path.write_text(to_yaml(content, "What became different, written by build_artifacts.py --report."), "utf-8")


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="build_artifacts.py",
        description="Run the snippets that are stale, record their facts, and render docs/artifacts.",
    )
    parser.add_argument("--root", metavar="DIR", help="the site to build (default: this repository)")
    parser.add_argument("wanted", nargs="*", metavar="TOPIC or SNIPPET", help="only these (default: all)")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; say what is stale, and exit 1 if anything is"
    )
    parser.add_argument(
        "--report",
        action="append",
        default=[],
        metavar="FILE",
        help="also write the report: as Markdown or, into a file that ends in .yml and only if something became "
        "different, as data for content/changes/",
    )
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
    parser.add_argument(
        "--versions", nargs="*", metavar="SET", help="ask every claim under these sets of library_versions.yml (all)"
    )
    parser.add_argument("--shard", type=_shard, default=(1, 1), metavar="I/N", help="with --versions: only part I of N")
    parser.add_argument("--merge", nargs="+", metavar="DIR", help="put the parts that shards left together")
    parser.add_argument(
        "--bisect", nargs="*", metavar="CLAIM", help="find the release in which the answers to these claims changed"
    )
    parser.add_argument("--list", action="store_true", help="show the snippets and what they would run on")
    return parser


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def _shard(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not (part.isdigit() and parts.isdigit() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text!r} is not I/N, such as 1/4")
    return int(part), int(parts)


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
    site = read_site(project.root)
    known = read_fingerprints(project)
    for run in select(plan(site), options.wanted, options.checkpoints, site):
        print(f"{run.name}{'' if run.name in known else '  (never run here)'}\n    {run.snippet.claim}")
