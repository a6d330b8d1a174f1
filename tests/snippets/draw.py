"""A sample of the snippets or pages, another one after each commit, for questions that take too long to ask all."""

import hashlib
import subprocess
from collections.abc import Iterable
from pathlib import Path

from explainer.inputs.snippets import Snippet

ROOT = Path(__file__).resolve().parents[2]


def in_turn(names: Iterable[str], otherwise: str = "") -> list[str]:
    """Names in an order that the commit decides; where git is not, what else is given."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    seed = done.stdout.strip() or otherwise
    return sorted(names, key=lambda name: hashlib.sha256(f"{seed} {name}".encode()).digest())


def drawn(snippets: list[Snippet]) -> list[Snippet]:
    """The snippets in turn; where git is not, by their sources."""
    found = {snippet.key: snippet for snippet in snippets}
    return [found[key] for key in in_turn(found, "".join(snippet.digest for snippet in snippets))]
