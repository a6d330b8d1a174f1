"""What a snippet printed, the same on every machine."""

import re
import sys
import tempfile
from pathlib import Path

ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
SITE_PACKAGES = re.compile(r"[^\s'\"]*/(?:site-packages|beside|\.cache/overlays/[^/]+)/")

# What a message holds that is another on each machine.
PLACE_OF_A_MODULE = re.compile(r" \([^()]*\.py\)")
HOME_OF_A_SET = re.compile(r"[^\s'\"]*/\.cache/homes/[^\s'\"]*")  # of libraries, with what they have cached
TEMPORARY = re.compile(r"(?:/[^\s/'\"]+)*/tmp[a-z0-9_]{8}\b|(?<=127\.0\.0\.1:)\d+")


def without_places(why: str) -> str:
    """Return a message as it is the same on every machine."""
    return TEMPORARY.sub("…", HOME_OF_A_SET.sub("…", PLACE_OF_A_MODULE.sub("", why)))


def clean(text: str) -> str:
    """Output as a page shows it: no colours, no trailing blanks, no path to an installation, no temporary name."""
    text = SITE_PACKAGES.sub("site-packages/", ANSI.sub("", text))
    lines = re.sub(
        rf"{re.escape(tempfile.gettempdir())}/{tempfile.gettempprefix()}[a-z0-9_]{{8}}\b", "TEMPORARY", text
    ).splitlines()
    return "\n".join(line.rstrip() for line in lines).strip("\n") + "\n"


def machine_path(text: str, root: Path) -> str | None:
    """The first place of this machine that the text names: the repository, the home, a temporary folder, Python."""
    places = [root, Path.home(), Path(tempfile.gettempdir()), Path(sys.prefix)]
    return next((f"{place}/" for place in places if len(place.parts) > 1 and f"{place}/" in text), None)
