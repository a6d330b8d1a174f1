"""Remove from outputs and messages what differs between machines: paths, temporary names, colours."""

import re
import sys
import tempfile
from pathlib import Path

# A warning's place in a library: its line moves with each release.
WARNING_LINE = re.compile(r"(?<=\.py):\d+(?=: \w*Warning: )")
# What a saved configuration says of the library that saved it.
SAVED_BY = re.compile(r'(?<="transformers_version": ")[^"]+')
ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
SITE_PACKAGES = re.compile(r"[^\s'\"]*/(?:site-packages|beside|\.cache/overlays/[^/]+)/")

# Parts of messages that differ between machines.
MODULE_PATH = re.compile(r" \([^()]*\.py\)")
LIBRARY_SET_HOME = re.compile(r"[^\s'\"]*/\.cache/homes/[^\s'\"]*")  # HF_HOME of programs under older libraries
TEMPORARY_NAME = re.compile(r"(?:/[^\s/'\"]+)*/tmp[a-z0-9_]{8}\b|(?<=127\.0\.0\.1:)\d+")


def without_local_paths(message: str) -> str:
    """Return a message without paths of modules, installation paths, temporary names and ports."""
    message = SITE_PACKAGES.sub("site-packages/", MODULE_PATH.sub("", message))
    return TEMPORARY_NAME.sub("…", LIBRARY_SET_HOME.sub("…", message))


def clean_output(text: str) -> str:
    """Return an output as pages show it: without what differs between machines, or with each release of a library.

    That are colours, trailing blanks, installation paths, temporary names, and the lines of a library's warnings.
    """
    text = SITE_PACKAGES.sub("site-packages/", ANSI.sub("", text))
    text = SAVED_BY.sub("…", WARNING_LINE.sub("", text))
    lines = re.sub(
        rf"{re.escape(tempfile.gettempdir())}/{tempfile.gettempprefix()}[a-z0-9_]{{8}}\b", "TEMPORARY", text
    ).splitlines()
    return "\n".join(line.rstrip() for line in lines).strip("\n") + "\n"


def find_machine_path(text: str, root: Path) -> str | None:
    """Return which of repository, home, temporary folder and Python's folder the text names, else None."""
    folders = [root, Path.home(), Path(tempfile.gettempdir()), Path(sys.prefix)]
    # A home of `/`, as in some containers, would be found in any path.
    return next((f"{folder}/" for folder in folders if len(folder.parts) > 1 and f"{folder}/" in text), None)
