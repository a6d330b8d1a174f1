"""Find libraries that are installed in a folder of their own, for the few snippets that import them.

transformers behaves differently if some of them (such as peft) can be imported, so other snippets must not find them.
"""

import importlib.metadata
import sys
from collections.abc import Iterable
from pathlib import Path

EXTRA_PACKAGES_FOLDER = Path(sys.prefix, "beside")  # `make` installs requirements/extra.txt there


def folder_for(imports: Iterable[str], folder: Path = EXTRA_PACKAGES_FOLDER) -> str | None:
    """Return the folder if one of the dotted names is imported from it, else None."""
    top_names = {name.partition(".")[0] for name in imports}
    return (
        str(folder)
        if any((folder / name).is_dir() or (folder / f"{name}.py").is_file() for name in top_names)
        else None
    )


def version(library: str, folder: Path = EXTRA_PACKAGES_FOLDER) -> str | None:
    """Return the version of a library in the folder; None if it is not there."""
    distribution = next(iter(importlib.metadata.distributions(name=library, path=[str(folder)])), None)
    return None if distribution is None else distribution.version
