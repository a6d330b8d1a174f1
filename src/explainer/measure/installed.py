"""Look up versions of installed libraries in their metadata. Nothing is imported."""

import importlib.metadata
import sys
from collections.abc import Mapping
from functools import cache

from explainer.fact_values import MAIN_LIBRARIES
from explainer.inputs.snippets import Snippet
from explainer.measure import extra_packages

# By imported library: all libraries that its numbers depend on. A new version of any makes the facts stale.
RUNS_ON = {
    "transformers": ("transformers", "torch", "tokenizers", "safetensors", "huggingface-hub", "numpy"),
    "torch": ("torch", "numpy"),
}


def version_of(library: str) -> str | None:
    """Return the version of a distribution, or of the one with a module of this name; None if not installed."""
    try:
        return importlib.metadata.version(library)
    except importlib.metadata.PackageNotFoundError:
        if extra_version := extra_packages.version(library):
            return extra_version
        names = _distributions(*sys.path).get(library, [])
        return importlib.metadata.version(names[0]) if names else None


@cache
def _distributions(*_path: str) -> Mapping[str, list[str]]:
    """Return the names of distributions by module; takes 0.2 s. `_path` is only the key of the cache: it may change."""
    return importlib.metadata.packages_distributions()


class InstalledVersions:
    """Look up installed versions, each once in the life of this object."""

    def __init__(self) -> None:
        self.version_of = cache(version_of)

    def dependencies_of(self, snippet: Snippet) -> dict[str, str | None]:
        """Return the version of each library that the snippet's numbers depend on; None for one that is missing."""
        tops = {name.split(".")[0] for name in snippet.imports} - sys.stdlib_module_names
        return {name: self.version_of(name) for top in sorted(tops) for name in RUNS_ON.get(top, (top,))}

    def published_versions(self, snippet: Snippet) -> dict[str, str]:
        """Return the versions that pages show: of MAIN_LIBRARIES, and of those that the snippet itself imports.

        They have no local part (+cpu), so that builds for a CPU and for a GPU record the same.
        """
        libraries = self.dependencies_of(snippet)
        imported = sorted({name.split(".")[0] for name in snippet.imports} & libraries.keys() - set(MAIN_LIBRARIES))
        versions = {name: libraries.get(name) for name in (*MAIN_LIBRARIES, *imported)}
        return {name: version.partition("+")[0] for name, version in versions.items() if version is not None}
