"""`make serve` shows what was saved: it builds the pages that changed, or include or quote what did, and no others."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import chdir, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(__file__).resolve().parents[2]
SOON = 3.0  # seconds from saving a page to the page in the browser
MARK = "<!-- not built again -->"
PAGES = ("index", "sums/index", "changes/index", "artifacts/labs/sums/index")


@pytest.fixture
def folder(small_site: Path, tmp_path: Path) -> Path:
    """A copy of the small site, built, with a mark on each page that the next build of the page removes."""
    folder = shutil.copytree(small_site, tmp_path / "copy")
    built(folder, dirty=False)
    mark(folder)
    return folder


def mark(folder: Path) -> None:
    for page in PAGES:
        path = folder / f"site/{page}.html"
        date = path.stat().st_mtime
        path.write_text(path.read_text(encoding="utf-8") + MARK, encoding="utf-8")
        os.utime(path, (date, date))


def built(folder: Path, dirty: bool = True) -> float:
    """Builds the site as `mkdocs serve --dirty` does after a save; gives a moment at which the build had begun."""
    with chdir(folder):
        config = load_config("mkdocs.yml", strict=False)
        begun = time.time() + 0.02  # it takes longer, and begins with what the hook does
        build(config, dirty=dirty)
    return begun


def built_again(folder: Path) -> list[str]:
    built(folder)
    return [page for page in PAGES if MARK not in (folder / f"site/{page}.html").read_text(encoding="utf-8")]


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "shown", "pages"),
    [
        ("docs/index.md", "The sum", "That sum", "That sum is 4", ["index"]),
        ("docs/artifacts/panels/sums/four.md", "are four", "are five", "are five", ["sums/index"]),
        ("docs/artifacts/scalars.yml", "total: 4", "total: 5", "The sum is 5", ["index"]),
        ("docs/artifacts/labs/sums.ipynb", "You add", "You sum", "You sum", ["artifacts/labs/sums/index"]),
        ("docs/artifacts/glossary/references.md", "", "\n[x]: https://x.example\n", "The sum is 4", [*PAGES[:3]]),
        ("mkdocs.yml", "[index.md, ", "[Start: index.md, ", "Start", [*PAGES[:3]]),
    ],
)
def test_a_page_is_built_again_when_what_it_is_made_from_changed(
    folder: Path, file: str, old: str, new: str, shown: str, pages: list[str]
) -> None:
    assert built_again(folder) == []
    edit(folder / file, old, new)
    assert built_again(folder) == pages
    assert shown in (folder / f"site/{pages[0]}.html").read_text(encoding="utf-8")


def test_without_the_hook_an_edited_artifact_is_not_seen(folder: Path) -> None:
    edit(folder / "ours.yml", "  - overrides/fresh_pages.py\n", "")
    edit(folder / "docs/artifacts/panels/sums/four.md", "are four", "are five")
    assert built_again(folder) == []


def test_a_page_that_is_saved_while_the_site_is_built_is_built_by_the_next(folder: Path) -> None:
    begun = built(folder, dirty=False)
    mark(folder)
    os.utime(folder / "docs/index.md", (begun, begun))
    assert built_again(folder) == ["index"]


@pytest.fixture
def served(tmp_path: Path, copy_site_sources: Callable[[Path], Path]) -> Iterator[tuple[Path, str]]:
    """Our whole site under the command of `make serve`: its sources, and its address."""
    folder = copy_site_sources(tmp_path)
    found = re.findall(r"^\t(.*)=(.*) \$\(BIN\)/mkdocs (serve .*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    ((variable, value, command),) = found
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = "127.0.0.1:{1}".format(*free.getsockname())
    with (tmp_path / "said").open("w") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", *command.split(), "--dev-addr", address],
            cwd=folder,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SITE_URL": "", variable: value},
            stdout=said,
            stderr=said,
        )
        try:
            seconds_until("og:title", f"http://{address}/", 60)
            yield folder, f"http://{address}/padding/"
        finally:
            process.terminate()
            process.wait()


def seconds_until(text: str, address: str, limit: float) -> float:
    """How long it takes until a page has a text."""
    start = time.monotonic()
    while time.monotonic() - start < limit:
        with suppress(OSError), urlopen(address, timeout=limit) as answer:  # noqa: S310  # our own server
            if text in answer.read().decode():
                return time.monotonic() - start
        time.sleep(0.02)
    pytest.fail(f"{address} has no {text!r} after {limit} s")


@pytest.mark.long
def test_a_saved_page_and_a_saved_artifact_are_on_screen_soon(served: tuple[Path, str]) -> None:
    folder, address = served
    for number, name in enumerate(("padding/index.md", "artifacts/panels/padding_embeddings/pad_row_is_not_zero.md")):
        time.sleep(1)  # so that mkdocs, which looks twice a second, has seen the state before
        with (folder / "docs" / name).open("a", encoding="utf-8") as page:
            page.write(f"\n\nSentence {number} is new.\n")
        assert seconds_until(f"Sentence {number} is new.", address, 20) < SOON, name


@pytest.mark.long
@pytest.mark.parametrize("mistake", ["{{ facts.nothing.norm }}", '--8<-- "panels/nothing.md"', "[a link](nowhere.md)"])
def test_a_mistake_does_not_end_the_server(served: tuple[Path, str], mistake: str) -> None:
    folder, address = served
    page = folder / "docs/padding/index.md"
    text = page.read_text(encoding="utf-8")
    for tried in (mistake, "It is mended."):
        time.sleep(2)
        page.write_text(f"{text}\n\n{tried}\n", encoding="utf-8")
    assert seconds_until("It is mended.", address, 20)
