"""What lies in a built site: its pages, and the old addresses that only lead on to them."""

import gzip
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# The site is built by the first; the second must show the same, and is asked each night.
ENGINES = ("mkdocs", pytest.param("properdocs", marks=pytest.mark.long))
GENERATED = ("c/", "m/")  # folders of pages that the build writes, all of one form
# The tags that a link leads to or from: a tenth of a page that shows code. What follows a script's start is its own.
LINKED = re.compile(r"<[a-zA-Z][^<>]*?[ :](?:id|name|href|src)=[^<>]*>|</script>")


@cache
def read(path: Path) -> str:
    """A built file's text; each is asked many questions."""
    return path.read_text(encoding="utf-8")


def leads_on(path: Path) -> bool:
    """Whether it is an old address."""
    return '<meta http-equiv="refresh"' in read(path)[:1000]


def pages(site: Path) -> list[Path]:
    """Every page's file. An address that only leads on is no page."""
    return sorted(path for path in site.rglob("*.html") if not leads_on(path))


def addresses(site: Path) -> list[str]:
    """Every page, as a reader asks for it."""
    return sorted(path.relative_to(site).as_posix().removesuffix("index.html") for path in pages(site))


def linked(html: str) -> str:
    """Of a page, only the tags that have a name, or an address."""
    return "".join(LINKED.findall(html))


def compressed(data: bytes) -> int:
    """The size of what a server sends: gzip at its usual level."""
    return len(gzip.compress(data, 6, mtime=0))
