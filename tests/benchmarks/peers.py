"""Compare the build of one small site by this engine, by mkdocs-jupyter and by markdown-exec, cold and unchanged.

The site has 24 programs on all-MiniLM on six pages; each peer has the settings of its own documentation. Ours is
`make site`, theirs `mkdocs build`. mkdocs-jupyter runs a notebook for each page and has a cache; markdown-exec runs all
programs in the process of mkdocs and has none.
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

from explainer.inputs.content import read_checkpoints
from explainer.measure.find_checkpoints import Finder
from tests.benchmarks.measurements import MAKE, ROOT, Measurements, run

SNIPPETS_FOLDER = Path(__file__).resolve().with_name("peers_snippets")
PEERS_FOLDER = Path(sys.prefix, "benchmark")  # `make benchmark` installs requirements/benchmark.txt there
CHECKPOINT = "all_minilm"
ROUNDS = 3
STEPS = ("cold", "nothing changed")
# As in the repository's own Makefile: run stale programs, then build the site unless none of its files changed.
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
    """Represent a tool that publishes programs.

    `write` writes its site's sources into a folder, `command` builds the site, and `outputs` are deleted before a cold
    build. `speedups` is how many times faster ours must be at least, for each of the STEPS; 0 for no bound.
    """

    name: str
    write: Callable[[Path], None]
    command: tuple[str, ...] = (sys.executable, "-m", "mkdocs", "build")
    outputs: tuple[str, ...] = (".cache", "site")
    speedups: tuple[float, float] = (0, 0)


def topics() -> Iterator[tuple[str, list[Path]]]:
    """Yield each topic, which is one page, with its programs sorted by name."""
    for folder in sorted(path for path in SNIPPETS_FOLDER.iterdir() if path.is_dir()):
        yield folder.name, sorted(folder.glob("*.py"))


def write_ours(site: Path) -> None:
    """Write pages that show each program, with the one checkpoint that the programs name."""
    shutil.copytree(SNIPPETS_FOLDER, site / "snippets")
    checkpoints = yaml.safe_load((ROOT / "content/checkpoints.yml").read_text(encoding="utf-8"))["checkpoints"]
    _write(site / "content/checkpoints.yml", yaml.safe_dump({"checkpoints": {CHECKPOINT: checkpoints[CHECKPOINT]}}))
    for topic, files in topics():
        panels = "\n\n".join(f'{{{{ program("{topic}/{file.stem}") }}}}' for file in files)
        _write(site / f"docs/{topic}/index.md", f"# {topic.title()}\n\n{panels}\n")
    _write(site / "Makefile", MAKEFILE)
    macros = {"on_undefined": "strict", "on_error_fail": True}
    _write_settings(site, {"macros": macros}, hooks=[str(ROOT / "src/explainer/mkdocs_hook.py")])


def write_mkdocs_jupyter(site: Path) -> None:
    """Write a notebook for each page. The cache is on, as by default; errors stop the build, as with the others."""
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
    """Write a fenced block for each program, which shows its source and what it prints."""
    for topic, files in topics():
        fences = "\n\n".join(
            f'```python exec="1" source="above" result="text"\n{file.read_text(encoding="utf-8")}```' for file in files
        )
        _write(site / f"docs/{topic}/index.md", f"# {topic.title()}\n\n{fences}\n")
    _write_settings(site, {"markdown-exec": {}})


OURS = Peer("this engine", write_ours, (*MAKE, "site"), (".cache", "site", "docs/artifacts"))
PEERS = (
    Peer("mkdocs-jupyter", write_mkdocs_jupyter, speedups=(6.0, 5.0)),
    Peer("markdown-exec", write_markdown_exec, speedups=(1.0, 5.0)),
)


def measure(measurements: Measurements) -> None:
    """Measure each step of each peer, and how many times faster ours is, as medians of ROUNDS."""
    with tempfile.TemporaryDirectory() as folder:
        seconds = _seconds(Path(folder))
    for i, step in enumerate(STEPS):
        ours = median(seconds[OURS, step])
        measurements.add(f"{step}: {OURS.name}", ours)
        for peer in PEERS:
            theirs = median(seconds[peer, step])
            measurements.add(f"{step}: {peer.name}", theirs)
            measurements.add(f"{step}: faster than {peer.name}", theirs / ours, "times", at_least=peer.speedups[i])


def _seconds(folder: Path) -> dict[tuple[Peer, str], list[float]]:
    """Return the seconds of each peer and step, for each of ROUNDS. Raise SystemExit if the checkpoint is missing."""
    home = folder / "huggingface"
    checkpoint = next(entry for entry in read_checkpoints(ROOT) if entry.slug == CHECKPOINT)
    if isinstance(result := Finder(ROOT, home).find(checkpoint), str):  # a message instead of a folder
        raise SystemExit(result)
    sites = {peer: folder / peer.name.replace(" ", "-") for peer in (OURS, *PEERS)}
    for peer, site in sites.items():
        _write(site / "docs/index.md", "# A small site\n\nPrograms on all-MiniLM, and what they print.\n")
        peer.write(site)
    measured: dict[tuple[Peer, str], list[float]] = {(peer, step): [] for peer in sites for step in STEPS}
    for number in range(ROUNDS + 1):
        for step in STEPS:
            for peer, site in sites.items():
                for output in peer.outputs if step == "cold" else ():
                    shutil.rmtree(site / output, ignore_errors=True)
                seconds, _ = run(peer.command, site, HF_HOME=str(home), PYTHONPATH=str(PEERS_FOLDER))
                measured[peer, step] += [seconds] if number else []  # round 0 only brings all files into memory
    return measured


def _cell(name: str, kind: str, text: str) -> dict[str, Any]:
    code: dict[str, Any] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"id": name, "cell_type": kind, "metadata": {}, "source": text, **code}


def _write_settings(site: Path, plugins: dict[str, Any], extensions: list[Any] | None = None, **more: Any) -> None:
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
