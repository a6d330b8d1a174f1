"""Writes one small site three times: for this engine, for mkdocs-jupyter, and for markdown-exec.

The same 24 programs on the same six pages, each peer as its own documentation sets it up. Only how a program is run
and shown differs.
"""

import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE / "peers_site" / "snippets"
CHECKPOINT = "all_minilm"
# As the repository's own: first what is stale is run, then the site is built, unless no file of it changed.
MAKEFILE = f"""
site:
\t{sys.executable} {HERE.parents[1] / "build_artifacts.py"} --root . --site
.PHONY: site
"""
EXTENSIONS: list[Any] = [
    "admonition",
    "attr_list",
    "md_in_html",
    "pymdownx.details",
    "pymdownx.highlight",
    "pymdownx.superfences",
    {"pymdownx.tabbed": {"alternate_style": True}},
]


@dataclass(frozen=True)
class Peer:
    """A way to publish programs.

    `write` makes its site from a folder of programs, `command` builds it, `edited` is the file that holds the program
    EDITED there, and `made` is what a cold build must not find.
    """

    name: str
    write: Callable[[Path, Path], None]
    edited: str
    command: tuple[str, ...] = (sys.executable, "-m", "mkdocs", "build")
    made: tuple[str, ...] = (".cache", "site")


def topics(programs: Path) -> Iterator[tuple[str, list[Path]]]:
    """Each topic, which is one page, with its programs in the order of their names."""
    for folder in sorted(path for path in programs.iterdir() if path.is_dir()):
        yield folder.name, sorted(folder.glob("*.py"))


def write_ours(site: Path, programs: Path) -> None:
    """Snippets and pages that include their panels; of the checkpoints only the one that the programs name."""
    shutil.copytree(programs, site / "snippets")
    known = yaml.safe_load((HERE.parents[1] / "content/checkpoints.yml").read_text(encoding="utf-8"))["checkpoints"]
    _write(site / "content/checkpoints.yml", yaml.safe_dump({"checkpoints": {CHECKPOINT: known[CHECKPOINT]}}))
    for topic, files in topics(programs):
        panels = "\n\n".join(f'--8<-- "panels/{topic}/{file.stem}.md"' for file in files)
        _write(site / f"docs/{topic}/index.md", f"# {topic.title()}\n\n{panels}\n")
    _write(site / "Makefile", MAKEFILE)
    macros = {"include_yaml": ["docs/artifacts/scalars.yml"], "on_undefined": "strict", "on_error_fail": True}
    own = {"pymdownx.snippets": {"base_path": ["docs/artifacts"], "check_paths": True}}
    _write_settings(site, {"macros": macros}, [own], exclude_docs="/artifacts/**/*.md\n")


def write_mkdocs_jupyter(site: Path, programs: Path) -> None:
    """A notebook for each page. Its cache is on, as it is delivered; errors are refused, as in the others."""
    for topic, files in topics(programs):
        texts = [("markdown", f"# {topic.title()}"), *(("code", file.read_text(encoding="utf-8")) for file in files)]
        kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
        notebook = {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {"kernelspec": kernel},
            "cells": [_cell(f"{topic}-{number}", kind, text) for number, (kind, text) in enumerate(texts)],
        }
        _write(site / f"docs/{topic}.ipynb", json.dumps(notebook))
    _write_settings(site, {"mkdocs-jupyter": {"execute": True, "allow_errors": False}})


def write_markdown_exec(site: Path, programs: Path) -> None:
    """A fence for each program, which shows its source and what it prints."""
    for topic, files in topics(programs):
        fences = "\n\n".join(
            f'```python exec="1" source="above" result="text"\n{file.read_text(encoding="utf-8")}```' for file in files
        )
        _write(site / f"docs/{topic}/index.md", f"# {topic.title()}\n\n{fences}\n")
    _write_settings(site, {"markdown-exec": {}})


OURS = Peer(
    "this engine",
    write_ours,
    "snippets/embeddings/pad_row_is_not_zero.py",
    ("make", "--no-print-directory", "site"),
    (".cache", "site", "docs/artifacts"),
)
MKDOCS_JUPYTER = Peer("mkdocs-jupyter", write_mkdocs_jupyter, "docs/embeddings.ipynb")
MARKDOWN_EXEC = Peer("markdown-exec", write_markdown_exec, "docs/embeddings/index.md")
PEERS = (OURS, MKDOCS_JUPYTER, MARKDOWN_EXEC)
EDITED = re.compile(r"> [\d.]+ \* median_norm")  # of the program that is edited: needs no quotes in any of the forms


def write_site(peer: Peer, site: Path, programs: Path = PROGRAMS) -> None:
    """The whole site in a new folder, ready to be built."""
    _write(site / "docs/index.md", "# A small site\n\nPrograms on all-MiniLM, and what they print.\n")
    peer.write(site, programs)


def edit(peer: Peer, site: Path, number: int) -> None:
    """Changes a number of one program: where the bound of its assert lies."""
    path = site / peer.edited
    text, times = EDITED.subn(f"> 0.1{number} * median_norm", path.read_text(encoding="utf-8"))
    if times != 1:
        raise ValueError(f"{path} holds the program {times} times")
    path.write_text(text, encoding="utf-8")


def _cell(name: str, kind: str, text: str) -> dict[str, Any]:
    code: dict[str, Any] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"id": name, "cell_type": kind, "metadata": {}, "source": text, **code}


def _write_settings(site: Path, plugins: dict[str, Any], extensions: list[Any] | None = None, **more: str) -> None:
    settings = {
        "site_name": "A small site",
        "strict": True,
        "theme": {"name": "material", "font": False},
        "plugins": [{"search": {}}, plugins],
        "markdown_extensions": EXTENSIONS + (extensions or []),
        **more,
    }
    _write(site / "mkdocs.yml", yaml.safe_dump(settings, sort_keys=False))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
