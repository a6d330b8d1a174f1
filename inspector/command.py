"""The command line of an inspection: parse, call, print, and say by the exit code how it went."""

import argparse
import gc
import os
import sys
from importlib.util import find_spec

from inspector.checks_storage import in_words
from inspector.data import InspectorError, Report, Unreadable
from inspector.examine import examine
from inspector.families import read_families
from inspector.find import find
from inspector.messages import read_messages
from inspector.read import read
from inspector.report_formats import BASE, as_json, as_markdown, as_text, plain
from inspector.sources import OpenFiles

LONGEST = 600
LONG_TO_READ = 20 * 10**9  # bytes, some ten seconds of --full
EXIT_CODES = """Exit code: 0, 1 if there is a problem, 2 if it cannot be read. With --class, 1 if that class would
make anything new (a layer for a task, too), does not load, or cannot be judged, or if the file itself has a problem:
numbers that are missing or NaN, an encoder that is not whole, a vocabulary or a pad token that does not fit. What
concerns other classes does not count: the class that config.json names, its sizes and labels and, for a class without
an output matrix, that matrix and its bias. Of several paths the worst code counts. With --format json one path prints
an object, several print a list."""
FORMATS = ("text", "markdown", "json")


def main(arguments: list[str] | None = None) -> int:
    """Runs the command. Returns the worst of all paths: 0, 1 when a report has a problem, 2 when there is no report."""
    parser = _parser()
    parsed = parser.parse_args(arguments)
    several = len(parsed.checkpoint) > 1
    if not several:
        gc.disable()  # a short run that makes many small objects and frees them all by ending
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads cost more than such short work
    worst, shown = 0, []
    for checkpoint in parsed.checkpoint:
        try:
            report = inspect(checkpoint, full=parsed.full, asked=parsed.class_name)
        except (InspectorError, MemoryError, OSError, RecursionError) as error:
            for line in complaints(error, checkpoint):
                print(f"{parser.prog}: {_short(plain(_short(line)))}", file=sys.stderr)
            worst = 2
        else:
            worst = max(worst, int(report.failed))
            shown.append(_shown(report, parsed.format, parsed.base_url))
    listed = several and parsed.format == "json"
    _print("[\n" + ",\n".join(one.rstrip() for one in shown) + "\n]\n" if listed else "\n".join(shown))
    return worst


def complaints(error: Exception, checkpoint: str) -> tuple[str, ...]:
    """Why there is no report, a line each."""
    if isinstance(error, InspectorError):
        return error.lines
    if isinstance(error, MemoryError):
        return (f"{checkpoint}: needs more memory than there is",)
    if isinstance(error, RecursionError):
        return (f"{checkpoint}: is nested too deep to be a checkpoint; left alone",)
    return (f"{error}; can you read the file yourself?",)


def _print(text: str) -> None:
    try:
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:  # a pager that was left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def inspect(checkpoint: str, *, full: bool = False, asked: str = "") -> Report:
    """The report on a path or a cached hub id. Raises Unreadable, or InspectorError for a mistake in messages.yml."""
    if "\0" in checkpoint:
        raise Unreadable("a path has no NUL in it")
    if full and find_spec("numpy") is None:
        raise Unreadable("--full needs numpy, which is not installed: `pip install numpy`, or leave --full out")
    messages, families = read_messages(), read_families()
    with OpenFiles() as opened:
        header = read(find(checkpoint), checkpoint, opened)
        size = sum(one.size for one in header.files)
        if full and size > LONG_TO_READ:
            print(f"{plain(checkpoint)}: --full reads {in_words(size)}; this will take a while", file=sys.stderr)
        return examine(header, messages, families, opened, full, asked)


def _short(line: str) -> str:
    """The line without its middle, if that is longer than anybody reads: names in a file may have any length."""
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 150]} … {line[-150:]}"


def _shown(report: Report, form: str, base: str) -> str:
    if form == "text":
        return as_text(report, base, color=sys.stdout.isatty() and not os.environ.get("NO_COLOR"))
    return {"markdown": as_markdown, "json": as_json}[form](report, base)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="Says what a checkpoint holds, and what that means. Runs nothing in it, and needs no torch.",
        epilog=EXIT_CODES,
    )
    parser.add_argument(
        "checkpoint",
        nargs="+",
        metavar="PATH",
        help="a folder, a file (.safetensors, .bin, .tar.gz, .index), or a cached hub id; or several, each for itself",
    )
    parser.add_argument(
        "--class", default="", dest="class_name", metavar="NAME",
        help="the class that you will load: BertForMaskedLM, or AutoModelForMaskedLM; it decides the exit code",
    )  # fmt: skip
    parser.add_argument("--full", action="store_true", help="read every number, not sampled rows (needs numpy)")
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.add_argument(
        "--base-url", default=BASE, metavar="URL", help="where the pages are, for links (default: docs/)"
    )
    return parser
