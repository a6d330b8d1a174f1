"""Libraries in a folder of their own, beside the environment's packages, for the snippets that import them.

transformers asks what is installed and then does other things, so the other snippets must not find them.
"""

import importlib.metadata
import sys
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(sys.prefix, "beside")  # `make` installs requirements/extra.txt there


def needed_by(imports: Iterable[str], folder: Path = FOLDER) -> str | None:
    """The folder, if one of the dotted names is to be imported from it."""
    tops = {name.partition(".")[0] for name in imports}
    return str(folder) if any((folder / top).is_dir() or (folder / f"{top}.py").is_file() for top in tops) else None


def version(library: str, folder: Path = FOLDER) -> str | None:
    """The version of a library there, None if it is not."""
    found = next(iter(importlib.metadata.distributions(name=library, path=[str(folder)])), None)
    return None if found is None else found.version
