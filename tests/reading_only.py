"""An environment with what `requirements/site.txt` installs: what is installed besides cannot be imported."""

import json
from collections.abc import Iterator
from importlib.metadata import packages_distributions, requires
from pathlib import Path

from packaging.requirements import Requirement

from explainer.raise_pins import INSTALLERS, comparable, names

ROOT = Path(__file__).resolve().parent.parent

# Python runs a file of this name when it starts. Its finder passes over the names, so they are absent, not broken.
SITECUSTOMIZE = """
import sys
from importlib.machinery import PathFinder

ABSENT = set({absent})


class Present(PathFinder):
    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None if fullname.partition(".")[0] in ABSENT else super().find_spec(fullname, path, target)


sys.meta_path[sys.meta_path.index(PathFinder)] = Present
"""


def reading_only(folder: Path) -> dict[str, str]:
    """The variables for a Python that finds only what the site needs of all that is installed; made in a folder."""
    site = installed_with(names((ROOT / "requirements/site.txt").read_text(encoding="utf-8"))) | INSTALLERS
    found = packages_distributions().items()
    absent = {module for module, owners in found if not site & {comparable(owner) for owner in owners}}
    (folder / "sitecustomize.py").write_text(SITECUSTOMIZE.format(absent=json.dumps(sorted(absent))), encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


def installed_with(wanted: set[str]) -> set[str]:
    """The distributions, by comparable name, and all that they need here."""
    found: set[tuple[str, str]] = set()  # with the extra that is wanted of it, such as css of bleach
    left = {(name, "") for name in wanted}
    while left:
        found |= left
        left = {need for name, extra in left for need in _needs(name, extra)} - found
    return {name for name, _ in found}


def _needs(name: str, extra: str) -> Iterator[tuple[str, str]]:
    for need in map(Requirement, requires(name) or []):
        if need.marker is None or need.marker.evaluate({"extra": extra}):
            yield from ((comparable(need.name), wanted) for wanted in ("", *need.extras))
