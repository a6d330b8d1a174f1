"""Hide all packages from Python that `requirements/site.txt` does not install."""

import json
from collections.abc import Iterator
from importlib.metadata import packages_distributions, requires
from pathlib import Path

from packaging.requirements import Requirement

from explainer.raise_pins import PIN, normalised_name

ROOT = Path(__file__).resolve().parent.parent
INSTALLERS = {"pip", "setuptools", "wheel"}  # which a virtual environment brings: never pinned

# Python runs a `sitecustomize.py` when it starts. Its finder does not find the hidden modules, as if not installed.
SITECUSTOMIZE = """
import sys
from importlib.machinery import PathFinder

ABSENT = set({absent})


class VisiblePathFinder(PathFinder):
    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None if fullname.partition(".")[0] in ABSENT else super().find_spec(fullname, path, target)


sys.meta_path[sys.meta_path.index(PathFinder)] = VisiblePathFinder
"""


def reading_only(folder: Path) -> dict[str, str]:
    """Write a `sitecustomize.py` into the folder. Return the environment variables with which Python uses it."""
    site = installed_with(pinned_names((ROOT / "requirements/site.txt").read_text(encoding="utf-8"))) | INSTALLERS
    modules = packages_distributions().items()
    absent = {module for module, owners in modules if not site & {normalised_name(owner) for owner in owners}}
    (folder / "sitecustomize.py").write_text(SITECUSTOMIZE.format(absent=json.dumps(sorted(absent))), encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


def installed_with(distributions: set[str]) -> set[str]:
    """Return these distributions and all their dependencies on this machine, as normalised names."""
    closure: set[tuple[str, str]] = set()  # name and extra, such as bleach and css
    new = {(name, "") for name in distributions}
    while new:
        closure |= new
        new = {need for name, extra in new for need in _requirements(name, extra)} - closure
    return {name for name, _ in closure}


def _requirements(name: str, extra: str) -> Iterator[tuple[str, str]]:
    """Yield name and extra of each requirement of a distribution. The extra "" is the distribution itself."""
    for requirement in map(Requirement, requires(name) or []):
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            yield from ((normalised_name(requirement.name), extra_name) for extra_name in ("", *requirement.extras))


def pinned_names(text: str) -> set[str]:
    """Return the normalised names that a requirements file pins."""
    return {normalised_name(pin[1]) for line in text.splitlines() if (pin := PIN.match(line))}
