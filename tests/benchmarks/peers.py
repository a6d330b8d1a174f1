"""The cold path beside its peers, on the same small site, as whole commands in turn: `make benchmark`.

24 programs on all-MiniLM, six pages. Ours is `make site`: run what is stale, then mkdocs, unless no file of the site
changed. The peers' command is `mkdocs build` each time, as they are delivered: a stamp before them would hide an
upgraded library for ever. mkdocs-jupyter runs a notebook for each page and keeps its cache; markdown-exec runs all
programs in the one process of mkdocs and keeps nothing.
"""

import shutil
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from explainer.inputs.content import read_checkpoints
from explainer.measure.find_checkpoints import Finder
from tests.benchmarks.figures import ROOT, Report, run
from tests.benchmarks.peers_sites import MARKDOWN_EXEC, MKDOCS_JUPYTER, OURS, PEERS, Peer, edit, write_site

BESIDE = Path(sys.prefix, "benchmark")  # `make benchmark` installs requirements/benchmark.txt there
ROUNDS = 3
STEPS = ("cold", "nothing changed", "one changed")
# How many times faster ours must be, for each step.
BOUNDS = {
    "cold": {MKDOCS_JUPYTER: 7.5, MARKDOWN_EXEC: 1.5},
    "nothing changed": {MKDOCS_JUPYTER: 5.0, MARKDOWN_EXEC: 5.0},
    "one changed": {MKDOCS_JUPYTER: 2.5},
}
YARDSTICK = """'''The yardstick has a version.'''

import yardstick

version = yardstick.VERSION

print(version)
assert version
"""


def measure(folder: Path, rounds: int = ROUNDS) -> dict[str, dict[Peer, list[float]]]:
    """Seconds of each step, by peer. One round that is not counted comes first, so that all files are in memory."""
    environment = {"HF_HOME": str(lay_out_hub(folder)), "PYTHONPATH": str(BESIDE)}
    sites = {peer: folder / peer.name.replace(" ", "-") for peer in PEERS}
    for peer, site in sites.items():
        write_site(peer, site)
    measured: dict[str, dict[Peer, list[float]]] = {step: defaultdict(list) for step in STEPS}
    for number in range(rounds + 1):
        for step in STEPS:
            for peer, site in sites.items():
                if step == "cold":
                    for made in peer.made:
                        shutil.rmtree(site / made, ignore_errors=True)
                if step == "one changed":
                    edit(peer, site, number)
                seconds, _ = run(peer.command, site, **environment)
                if number:
                    measured[step][peer].append(seconds)
    return measured


def lay_out_hub(folder: Path) -> Path:
    """A HF_HOME with all-MiniLM in it, for the peers; ours lays out its own."""
    home = folder / "huggingface"
    checkpoint = next(one for one in read_checkpoints(ROOT) if one.slug == "all_minilm")
    found = Finder(ROOT, home).find(checkpoint)
    if isinstance(found, str):
        raise SystemExit(found)
    return home


def upgraded(peer: Peer, folder: Path) -> bool:
    """Whether the site shows the new version after a library was upgraded and nothing else changed."""
    programs, site, libraries = folder / "programs", folder / "site", folder / "libraries"
    (programs / "versions").mkdir(parents=True)
    (programs / "versions" / "yardstick_has_a_version.py").write_text(YARDSTICK)
    write_site(peer, site, programs)
    shown = []
    for version in ("1.25", "10.75"):
        shutil.rmtree(libraries, ignore_errors=True)
        (libraries / f"yardstick-{version}.dist-info").mkdir(parents=True)
        (libraries / f"yardstick-{version}.dist-info/METADATA").write_text(
            f"Metadata-Version: 2.1\nName: yardstick\nVersion: {version}\n"
        )
        (libraries / "yardstick.py").write_text(f'VERSION = "{version}"\n')
        run(peer.command, site, PYTHONPATH=f"{libraries}:{BESIDE}")
        pages = [path.read_text(encoding="utf-8") for path in (site / "site").rglob("*.html")]
        shown.append(any(version in page for page in pages))
    if not shown[0]:
        raise SystemExit(f"{peer.name}: the page does not show what the program printed")
    return shown[1]


def report(figures: Report) -> None:
    """Measures everything and prints it."""
    with tempfile.TemporaryDirectory() as folder:
        measured = measure(Path(folder))
        for step, by_peer in measured.items():
            middle = {peer: figures.seconds(f"{step}: {peer.name}", by_peer[peer]) for peer in PEERS}
            for peer, bound in BOUNDS[step].items():
                figures.ratio(f"{step}: faster than {peer.name}", middle[peer] / middle[OURS], bound)
        for peer in PEERS:
            current = upgraded(peer, Path(folder) / f"upgrade-{peer.name}")
            holds = current if peer is OURS else None
            figures.fact(f"a library was upgraded: {peer.name}", "current" if current else "STALE", holds)
