"""Install library sets, each into folders of its own that come before the environment's packages on the import path.

Only what is pinned is installed, without its dependencies: torch and everything else come from the environment.

    PYTHONPATH=src python -m explainer.versions.install transformers==5.0.0    # installs sets, to be tested
"""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from explainer.errors import UserError
from explainer.inputs.library_versions import BasePackages, LibrarySet, read_libraries

PIP_INSTALL = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]


def _folders(cache: Path, library_set: LibrarySet) -> Iterator[tuple[Path, tuple[str, ...], str]]:
    """Yield the library's folder, then its base's if it has one; each with its pins and its start-up code.

    Sets with the same base share that folder, named by a digest of its content.
    """
    yield cache / "overlays" / library_set.pin.replace("==", "-"), (library_set.pin,), ""
    base = library_set.base
    if base != BasePackages():
        name = hashlib.sha256(" ".join([*base.pins, base.prepare]).encode()).hexdigest()[:8]
        yield cache / "overlays" / f"base-{name}", base.pins, base.prepare


def overlay_paths(cache: Path, library_set: LibrarySet) -> list[Path]:
    """Return a library set's folders in the order of the import path. A folder exists only when it is complete."""
    return [folder for folder, _, _ in _folders(cache, library_set)]


def install(cache: Path, library_set: LibrarySet) -> None:
    """Install those folders of a library set that do not exist yet. Raise UserError with pip's message if pip fails."""
    for folder, pins, prepare in _folders(cache, library_set):
        if folder.is_dir():
            continue
        # pip writes into another folder, renamed when all is there: an interrupted installation leaves no half set.
        partial = folder.with_name(folder.name + ".part")
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        if prepare:  # Python runs a file of this name on its path when it starts
            (partial / "sitecustomize.py").write_text(prepare, encoding="utf-8")
        command = [*PIP_INSTALL, "--target", str(partial), *pins]
        completed = subprocess.run(command, capture_output=True, text=True, check=False) if pins else None
        if completed and completed.returncode != 0:
            shutil.rmtree(partial, ignore_errors=True)
            errors = [line for line in completed.stderr.strip().splitlines() if line.startswith("ERROR")]
            reason = (errors or ["no reason given"])[0]
            raise UserError(f"{library_set.title}: pip could not install {' '.join(pins)}: {reason}")
        partial.rename(folder)


def main(root: Path, pins: list[str]) -> int:
    """Install the library sets with these pins, as `library_versions.yml` spells them. Return the exit status."""
    try:
        sets = {library_set.pin: library_set for library_set in read_libraries(root).sets}
        if unknown := [pin for pin in pins if pin not in sets]:
            raise UserError(f"{unknown[0]}: no such set in library_versions.yml")
        for pin in pins:
            install(root / ".cache", sets[pin])
    except UserError as error:
        print("\n".join(error.lines), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(Path.cwd(), sys.argv[1:]))
