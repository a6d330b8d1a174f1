"""Installed library versions, read from their metadata: nothing is imported."""

import importlib.metadata
import sys
from collections.abc import Mapping
from functools import cache

from explainer.inputs.snippets import Snippet
from explainer.measure import extra_packages
from explainer.plain import NAMED

# What a snippet that imports the key also runs on; a change of any of these makes its facts stale.
RUNS_ON = {
    "transformers": ("transformers", "torch", "tokenizers", "safetensors", "huggingface-hub", "numpy"),
    "torch": ("torch", "numpy"),
}


def version_of(library: str) -> str | None:
    """The version of a distribution, or of the one that has an import of that name; None if there is none."""
    try:
        return importlib.metadata.version(library)
    except importlib.metadata.PackageNotFoundError:
        if extra := extra_packages.version(library):
            return extra
        names = _distributions(*sys.path).get(library, [])
        return importlib.metadata.version(names[0]) if names else None


@cache
def _distributions(*_path: str) -> Mapping[str, list[str]]:
    """Return the distributions by what one imports of them; it takes a fifth of a second."""
    return importlib.metadata.packages_distributions()


class Versions:
    """Installed library versions, read from their metadata: nothing is imported. Each is looked up once."""

    def __init__(self) -> None:
        self.of = cache(version_of)

    def behind(self, snippet: Snippet) -> dict[str, str | None]:
        """Every library that the snippet's numbers depend on, with its version."""
        tops = {name.split(".")[0] for name in snippet.imports} - sys.stdlib_module_names
        return {name: self.of(name) for top in sorted(tops) for name in RUNS_ON.get(top, (top,))}

    def named(self, snippet: Snippet) -> dict[str, str]:
        """The versions of the libraries that the site names beside a number, and of what the snippet itself imports.

        They are without a build's local part (+cpu).
        """
        behind = self.behind(snippet)
        imported = sorted({name.split(".")[0] for name in snippet.imports} & behind.keys() - set(NAMED))
        versions = {name: behind.get(name) for name in (*NAMED, *imported)}
        return {name: version.partition("+")[0] for name, version in versions.items() if version is not None}
