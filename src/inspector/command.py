"""Run the command line: parse arguments, inspect, print the reports, and return the exit code."""

import argparse
import gc
import os
import sys
from importlib.util import find_spec

from inspector.checks_storage import human_bytes
from inspector.data import InspectorError, Report, Unreadable
from inspector.examine import examine
from inspector.families import read_families
from inspector.find import find
from inspector.messages import read_messages
from inspector.read import read
from inspector.report_formats import DEFAULT_BASE_URL, as_json, as_json_error, as_markdown, as_text, printable
from inspector.sources import OpenFiles

MAX_ERROR_LENGTH = 600
SLOW_READ_BYTES = 20 * 10**9  # bytes, some ten seconds of --full
EXIT_CODE_HELP = """Exit code: 0, 1 if there is a problem, 2 if it cannot be read. With --class, 1 if that class would
make anything new (a layer for a task, too), does not load, or cannot be judged, or if the file itself has a problem:
numbers that are missing or NaN, an encoder that is not whole, a vocabulary or a pad token that does not fit. What
concerns other classes does not count: the class that config.json names, its sizes and labels and, for a class without
an output matrix, that matrix and its bias. Of several paths the worst code counts. With --format json one path prints
an object, several print a list; of a path that cannot be read, the object has `unreadable`, the lines that say why."""
FORMATS = ("text", "markdown", "json")


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Return the worst of all paths: 0, 1 if a report has a problem, 2 if there is no report."""
    parser = _parser()
    try:
        return _run(parser, parser.parse_args(arguments))
    except KeyboardInterrupt:
        print(f"{parser.prog}: stopped", file=sys.stderr)
        return 130


def _run(parser: argparse.ArgumentParser, parsed: argparse.Namespace) -> int:
    """Inspect each path, and print the reports."""
    several = len(parsed.checkpoint) > 1
    if not several:
        gc.disable()  # a short run that makes many small objects and frees them all by ending
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads cost more than such short work
    exit_code, reports = 0, []
    for checkpoint in parsed.checkpoint:
        try:
            report = inspect(checkpoint, full=parsed.full, class_name=parsed.class_name)
        except (InspectorError, MemoryError, OSError, RecursionError) as error:
            # Escaping makes a line longer, so it is shortened before and after.
            lines = [_shorten(printable(_shorten(line))) for line in error_lines(error, checkpoint)]
            for line in lines:
                print(f"{parser.prog}: {line}", file=sys.stderr)
            exit_code = 2
            if parsed.format == "json":
                reports.append(as_json_error(checkpoint, lines))
        else:
            exit_code = max(exit_code, int(report.failed))
            reports.append(_render(report, parsed.format, parsed.base_url))
    json_list = several and parsed.format == "json"
    text = "[\n" + ",\n".join(text.rstrip() for text in reports) + "\n]\n" if json_list else "\n".join(reports)
    if problem := _print(text):
        print(f"{parser.prog}: the report cannot be written ({problem})", file=sys.stderr)
        return 2
    return exit_code


def error_lines(error: Exception, checkpoint: str) -> tuple[str, ...]:
    """Return why there is no report, a line for each mistake."""
    if isinstance(error, InspectorError):
        return error.lines
    if isinstance(error, MemoryError):
        return (f"{checkpoint}: needs more memory than there is",)
    if isinstance(error, RecursionError):
        return (f"{checkpoint}: is nested too deep to be a checkpoint; left alone",)
    return (f"{error}; can you read the file yourself?",)


def _print(text: str) -> str:
    """Print, quietly if the reader is gone: a pager that was quit, `head`. Return why not, of a full disk, or ""."""
    if sys.stdout is None:  # closed by `>&-`
        return "it is closed" if text else ""
    try:
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # Python flushes once more when it ends; that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return "" if isinstance(error, BrokenPipeError) else str(error.strerror)
    return ""


def inspect(checkpoint: str, *, full: bool = False, class_name: str = "") -> Report:
    """Return the report on a path or a cached hub id. Raise Unreadable, or InspectorError if a file of ours is missing.

    `full`: read every number. `class_name`: the class that decides what fails, "" for none.
    """
    if "\0" in checkpoint:
        raise Unreadable("a path has no NUL in it")
    if full and find_spec("numpy") is None:
        raise Unreadable("--full needs numpy, which is not installed: `pip install numpy`, or leave --full out")
    messages, families = read_messages(), read_families()
    with OpenFiles() as open_files:
        header = read(find(checkpoint), checkpoint, open_files)
        size = sum(file.size for file in header.files)
        if full and size > SLOW_READ_BYTES:
            message = f"--full reads {human_bytes(size)}; this will take a while"
            print(f"{printable(checkpoint)}: {message}", file=sys.stderr)
        return examine(header, messages, families, open_files, full, class_name)


def _shorten(line: str) -> str:
    """Return the line without its middle if it is longer than MAX_ERROR_LENGTH: a file's names may have any length."""
    return line if len(line) <= MAX_ERROR_LENGTH else f"{line[: MAX_ERROR_LENGTH - 150]} … {line[-150:]}"


def _render(report: Report, report_format: str, base_url: str) -> str:
    if report_format == "text":
        return as_text(
            report, base_url, color=bool(sys.stdout) and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        )
    return {"markdown": as_markdown, "json": as_json}[report_format](report, base_url)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="Says what a checkpoint holds, and what that means. Runs nothing in it, and needs no torch.",
        epilog=EXIT_CODE_HELP,
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
        "--base-url", default=DEFAULT_BASE_URL, metavar="URL", help="where the pages are, for links (default: docs/)"
    )
    return parser
