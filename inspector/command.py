"""The command line of an inspection: parse, call, print, and say by the exit code how it went."""

import argparse
import gc
import os
import sys
from importlib.util import find_spec

from inspector.data import InspectorError, Report, Unreadable
from inspector.examine import examine
from inspector.families import read_families
from inspector.find import find
from inspector.messages import read_messages
from inspector.read import read
from inspector.report_formats import BASE, as_html, as_json, as_markdown, as_text, plain
from inspector.sources import OpenFiles

LONGEST = 600
EXIT_CODES = """Exit code: 0, 1 if there is a problem, 2 if it cannot be read. With --class, 1 if that class would
make a pre-trained part new, does not load, or cannot be judged, or if the file itself has a problem: numbers that are
missing or NaN, an encoder that is not whole, a vocabulary or a pad token that does not fit. What concerns other
classes does not count: the class that config.json names, its sizes and labels and, for a class without an output
matrix, that matrix and its bias."""
FORMATS = ("text", "markdown", "html", "json")


def main(arguments: list[str]) -> int:
    """Runs the command. Returns 0, 1 when the report has a problem, or 2 when there is no report."""
    parser = _parser()
    parsed = parser.parse_args(arguments)
    gc.disable()  # a short run that makes many small objects and frees them all by ending
    try:
        report = inspect(parsed.checkpoint, full=parsed.full, asked=parsed.class_name)
    except (InspectorError, MemoryError) as error:
        no_memory = (f"{parsed.checkpoint}: needs more memory than there is",)
        for line in error.lines if isinstance(error, InspectorError) else no_memory:
            print(f"{parser.prog}: {_short(plain(line))}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{parser.prog}: {plain(error)}; can you read the file yourself?", file=sys.stderr)
        return 2
    try:
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        sys.stdout.write(_shown(report, parsed.format, parsed.base_url))
        sys.stdout.flush()
    except BrokenPipeError:  # a pager that was left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return int(report.failed)


def inspect(checkpoint: str, *, full: bool = False, asked: str = "") -> Report:
    """The report on a path or a cached hub id. Raises Unreadable, or InspectorError for a mistake in messages.yml."""
    if "\0" in checkpoint:
        raise Unreadable("a path has no NUL in it")
    if full and find_spec("numpy") is None:
        raise Unreadable("--full needs numpy, which is not installed: `pip install numpy`, or leave --full out")
    messages, families = read_messages(), read_families()
    with OpenFiles() as opened:
        return examine(read(find(checkpoint), checkpoint, opened), messages, families, opened, full, asked)


def _short(line: str) -> str:
    """The line without its middle, if that is longer than anybody reads: names in a file may have any length."""
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 150]} … {line[-150:]}"


def _shown(report: Report, form: str, base: str) -> str:
    if form == "text":
        return as_text(report, base, color=sys.stdout.isatty() and not os.environ.get("NO_COLOR"))
    return {"markdown": as_markdown, "html": as_html, "json": as_json}[form](report, base)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="Says what a checkpoint holds, and what that means. Runs nothing in it, and needs no torch.",
        epilog=EXIT_CODES,
    )
    parser.add_argument("checkpoint", help="a folder, a file (.safetensors, .bin, .tar.gz, .index), or a cached hub id")
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
