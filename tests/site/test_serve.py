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

from tests.forked import HANG_TIMEOUT

ROOT = Path(__file__).resolve().parents[2]
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


def built(folder: Path, dirty: bool = True) -> None:
    """Builds the site as `mkdocs serve --dirty` does after a save."""
    with chdir(folder):
        build(load_config("mkdocs.yml", strict=False), dirty=dirty)


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
        ("docs/artifacts/facts.json", '"total": 4', '"total": 5', "The sum is 5", [*PAGES[:3]]),
        ("docs/artifacts/outputs/sums/four.once.txt", "total 4", "total: 4", "The sum is 4", [*PAGES]),
        ("content/labs.yml", "You add", "You sum", "The sum is 4", [*PAGES]),
    ],
)
def test_a_page_is_built_again_when_what_it_is_made_from_changed(
    folder: Path, file: str, old: str, new: str, shown: str, pages: list[str]
) -> None:
    assert built_again(folder) == []
    edit(folder / file, old, new)
    assert built_again(folder) == pages
    assert shown in (folder / f"site/{pages[0]}.html").read_text(encoding="utf-8")


def test_a_page_that_is_saved_while_the_site_is_built_is_built_by_the_next(folder: Path) -> None:
    save = "import pathlib\n\ndef on_env(env, config, files):\n    pathlib.Path(config.docs_dir, 'index.md').touch()\n"
    (folder / "save.py").write_text(save, encoding="utf-8")
    edit(folder / "ours.yml", "  - overrides/lab_pages.py\n", "  - overrides/lab_pages.py\n  - save.py\n")
    built(folder, dirty=False)
    mark(folder)
    assert built_again(folder) == ["index"]


@pytest.fixture(scope="module")
def served(small_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The small site under the command of `make serve`: its sources, and its address."""
    folder = shutil.copytree(small_site, tmp_path_factory.mktemp("served") / "copy")
    found = re.findall(r"^\t(.*)=(.*) \$\(BIN\)/mkdocs (serve .*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    ((variable, value, command),) = found
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = "127.0.0.1:{1}".format(*free.getsockname())
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", *command.split(), "--dev-addr", address],
            cwd=folder,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SITE_URL": "", variable: value},
            stdout=said,
            stderr=said,
        )
        try:
            # It watches from some moment after it serves: a page is saved until that was seen.
            until(lambda: "og:title" in page(f"http://{address}/"))
            until(lambda: "Detected file changes" in log(folder), (folder / "docs/changes/index.md").touch)
            yield folder, f"http://{address}/"
        finally:
            process.terminate()
            process.wait()


def log(folder: Path) -> str:
    """What the server said."""
    return (folder / "said").read_text(encoding="utf-8")


def page(address: str) -> str:
    """What is on screen; nothing while nobody answers."""
    with suppress(OSError), urlopen(address, timeout=HANG_TIMEOUT) as answer:  # noqa: S310  # our own server
        return str(answer.read().decode())
    return ""


def until(seen: Callable[[], bool], meanwhile: Callable[[], object] = lambda: None) -> None:
    """Waits until something is so."""
    begun = time.monotonic()
    while not seen():
        assert time.monotonic() - begun < HANG_TIMEOUT
        meanwhile()
        time.sleep(0.1)


def test_a_saved_page_and_a_changed_record_are_on_screen(served: tuple[Path, str]) -> None:
    folder, address = served
    with (folder / "docs/index.md").open("a", encoding="utf-8") as file:
        file.write("\n\nThis is new.\n")
    until(lambda: "This is new." in page(address))
    edit(folder / "docs/artifacts/facts.json", '"total": 4', '"total": 44')
    until(lambda: "The sum is 44" in page(address))


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        ("{{ facts.no_topic.norm }}", "no_topic"),
        ('{{ program("no_panel") }}', "no_panel"),
        ("[a link](no_page.md)", "no_page"),
    ],
)
def test_a_mistake_does_not_end_the_server(served: tuple[Path, str], mistake: str, said: str) -> None:
    folder, address = served
    file = folder / "docs/index.md"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}\n\n{mistake}\n", encoding="utf-8")
    until(lambda: said in log(folder))  # until it is mended, the server may let everybody wait
    file.write_text(f"{text}\n\nNo more of {said}.\n", encoding="utf-8")
    until(lambda: f"No more of {said}." in page(address))
