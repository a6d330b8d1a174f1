"""The cold path beside its peers, on the same small site, as whole commands in turn.

24 programs on all-MiniLM, six pages, each peer as its own documentation sets it up. Ours is `make site`. The peers'
command is `mkdocs build`, as they are delivered: mkdocs-jupyter runs a notebook for each page and keeps its cache;
markdown-exec runs all programs in the one process of mkdocs and keeps nothing.
"""

import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import yaml

from benchmarks.figures import MAKE, ROOT, Figures, run
from explainer.inputs.content import read_checkpoints
from explainer.measure.find_checkpoints import Finder

PROGRAMS = Path(__file__).resolve().with_name("peers_snippets")
BESIDE = Path(sys.prefix, "benchmark")  # `make benchmark` installs requirements/benchmark.txt there
CHECKPOINT = "all_minilm"
ROUNDS = 3
STEPS = ("cold", "nothing changed")
# As the repository's own: first what is stale is run, then the site is built, unless no file of it changed.
MAKEFILE = f"""
site:
\t{sys.executable} {ROOT / "build_artifacts.py"} --root . --site
.PHONY: site
"""
EXTENSIONS: list[Any] = [
    *("admonition", "attr_list", "md_in_html", "pymdownx.details", "pymdownx.highlight", "pymdownx.superfences"),
    {"pymdownx.tabbed": {"alternate_style": True}},
]


@dataclass(frozen=True)
class Peer:
    """A way to publish programs.

    `write` makes its site, `command` builds it, and `made` is what a cold build must not find. `faster` says how many
    times faster ours must be, for each step.
    """

    name: str
    write: Callable[[Path], None]
    command: tuple[str, ...] = (sys.executable, "-m", "mkdocs", "build")
    made: tuple[str, ...] = (".cache", "site")
    faster: tuple[float, float] = (0, 0)


def topics() -> Iterator[tuple[str, list[Path]]]:
    """Each topic, which is one page, with its programs in the order of their names."""
    for folder in sorted(path for path in PROGRAMS.iterdir() if path.is_dir()):
        yield folder.name, sorted(folder.glob("*.py"))


def write_ours(site: Path) -> None:
    """Write pages that include panels; of the checkpoints only the one that the programs name."""
    shutil.copytree(PROGRAMS, site / "snippets")
    known = yaml.safe_load((ROOT / "content/checkpoints.yml").read_text(encoding="utf-8"))["checkpoints"]
    _write(site / "content/checkpoints.yml", yaml.safe_dump({"checkpoints": {CHECKPOINT: known[CHECKPOINT]}}))
    for topic, files in topics():
        panels = "\n\n".join(f'--8<-- "panels/{topic}/{file.stem}.md"' for file in files)
        _write(site / f"docs/{topic}/index.md", f"# {topic.title()}\n\n{panels}\n")
    _write(site / "Makefile", MAKEFILE)
    macros = {"include_yaml": ["docs/artifacts/scalars.yml"], "on_undefined": "strict", "on_error_fail": True}
    own = {"pymdownx.snippets": {"base_path": ["docs/artifacts"], "check_paths": True}}
    _write_settings(site, {"macros": macros}, [own], exclude_docs="/artifacts/**/*.md\n")


def write_mkdocs_jupyter(site: Path) -> None:
    """Write a notebook for each page. Its cache is on, as it is delivered; errors are refused, as in the others."""
    for topic, files in topics():
        texts = [("markdown", f"# {topic.title()}"), *(("code", file.read_text(encoding="utf-8")) for file in files)]
        notebook = {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
            "cells": [_cell(f"{topic}-{number}", kind, text) for number, (kind, text) in enumerate(texts)],
        }
        _write(site / f"docs/{topic}.ipynb", json.dumps(notebook))
    _write_settings(site, {"mkdocs-jupyter": {"execute": True, "allow_errors": False}})


def write_markdown_exec(site: Path) -> None:
    """Write a fence for each program, which shows its source and what it prints."""
    for topic, files in topics():
        fences = "\n\n".join(
            f'```python exec="1" source="above" result="text"\n{file.read_text(encoding="utf-8")}```' for file in files
        )
        _write(site / f"docs/{topic}/index.md", f"# {topic.title()}\n\n{fences}\n")
    _write_settings(site, {"markdown-exec": {}})


OURS = Peer("this engine", write_ours, (*MAKE, "site"), (".cache", "site", "docs/artifacts"))
PEERS = (
    Peer("mkdocs-jupyter", write_mkdocs_jupyter, faster=(6.0, 5.0)),
    Peer("markdown-exec", write_markdown_exec, faster=(1.0, 5.0)),
)


def measure(figures: Figures) -> None:
    """Measure each step of each peer. A round that is not counted comes first, so that all files are in memory."""
    with tempfile.TemporaryDirectory() as folder:
        seconds = _seconds(Path(folder))
    for at, step in enumerate(STEPS):
        ours = median(seconds[OURS, step])
        figures.add(f"{step}: {OURS.name}", ours)
        for peer in PEERS:
            theirs = median(seconds[peer, step])
            figures.add(f"{step}: {peer.name}", theirs)
            figures.add(f"{step}: faster than {peer.name}", theirs / ours, "times", least=peer.faster[at])


def _seconds(folder: Path) -> dict[tuple[Peer, str], list[float]]:
    home = folder / "huggingface"
    checkpoint = next(one for one in read_checkpoints(ROOT) if one.slug == CHECKPOINT)
    if isinstance(found := Finder(ROOT, home).find(checkpoint), str):
        raise SystemExit(found)
    sites = {peer: folder / peer.name.replace(" ", "-") for peer in (OURS, *PEERS)}
    for peer, site in sites.items():
        _write(site / "docs/index.md", "# A small site\n\nPrograms on all-MiniLM, and what they print.\n")
        peer.write(site)
    measured: dict[tuple[Peer, str], list[float]] = {(peer, step): [] for peer in sites for step in STEPS}
    for number in range(ROUNDS + 1):
        for step in STEPS:
            for peer, site in sites.items():
                for made in peer.made if step == "cold" else ():
                    shutil.rmtree(site / made, ignore_errors=True)
                seconds, _ = run(peer.command, site, HF_HOME=str(home), PYTHONPATH=str(BESIDE))
                measured[peer, step] += [seconds] if number else []
    return measured


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
