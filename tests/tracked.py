"""List the files that git tracks, as they are edited here, and copy them into a folder."""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def tracked(*patterns: str) -> list[str]:
    """Return the existing paths that git tracks or would add, from the repository's root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\0") if (ROOT / name).is_file()]


def copy(names: Iterable[str], folder: Path) -> Path:
    """Copy files of the repository into a folder and return it. Copies, not links: the inspector follows no links."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder
