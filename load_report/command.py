"""Run the load report in the terminal: a message on standard input, the answer on standard output.

The answer comes from the page's own JavaScript modules, run in node, with the rules that the build wrote.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).with_name("terminal.js")
RULES_JSON = Path(__file__).resolve().parent.parent / "docs" / "artifacts" / "load_report" / "rules.json"
LOADED, STOPPED, NO_ANSWER = 0, 1, 2  # exit codes
MAX_MESSAGE_BYTES = 16 * 2**20
NODE_TIMEOUT = 60.0  # seconds


class NoAnswerError(Exception):
    """Say in one line why there is no answer, and how to mend it."""


def main(arguments: list[str]) -> int:
    """Answer the message on standard input. Return the exit code that --help explains."""
    options = _parser().parse_args(arguments)
    try:
        exit_code, text = answer(sys.stdin.buffer.read(MAX_MESSAGE_BYTES + 1), options.format, options.base_url)
    except NoAnswerError as error:
        print(f"load_report: {error}", file=sys.stderr)
        return NO_ANSWER
    sys.stdout.buffer.write(text.encode())
    return exit_code


def answer(
    message: bytes, output_format: str = "text", base_url: str = "docs/", rules: Path = RULES_JSON
) -> tuple[int, str]:
    """Return the exit code and the answer to a message, as "text" or "json". Raise NoAnswerError if there is none."""
    if not message.strip():
        raise NoAnswerError("standard input: empty; give it what loading printed: python -m load_report < message.txt")
    if len(message) > MAX_MESSAGE_BYTES:
        raise NoAnswerError(f"standard input: more than {MAX_MESSAGE_BYTES >> 20} MB; cut it to what loading printed")
    try:
        message.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NoAnswerError(f"standard input: byte {error.start} is not UTF-8; save the message as UTF-8") from None
    node = shutil.which("node")
    if node is None:
        raise NoAnswerError("needs node, which is not installed: https://nodejs.org, or paste it into the site's page")
    if not rules.is_file():
        raise NoAnswerError(f"{rules}: there is no such file; run: python build_artifacts.py --views")
    try:
        command = [node, str(PROGRAM), str(rules), output_format, base_url]
        result = subprocess.run(command, input=message, capture_output=True, timeout=NODE_TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        raise NoAnswerError(f"no answer within {NODE_TIMEOUT:.0f} s; cut the message to what loading printed") from None
    if result.returncode not in (LOADED, STOPPED, NO_ANSWER) or not result.stdout:  # node itself failed
        lines = result.stderr.decode("utf-8", "replace").split("\n")
        reason = next((line for line in lines if "Error" in line), f"exit code {result.returncode}")
        raise NoAnswerError(f"{PROGRAM.name} failed: {reason}; node 18 or newer is needed")
    return result.returncode, result.stdout.decode("utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m load_report",
        description="Says what a message of from_pretrained means, key by key. Reads standard input; needs node.",
        epilog="Exit code: 0 if the encoder was loaded; 1 if it is random, or loading stopped; 2 if there is no "
        "answer, because the message does not tell enough or cannot be read.",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument(
        "--base-url", default="docs/", metavar="URL", help="where the pages are, for links (default: docs/)"
    )
    return parser
