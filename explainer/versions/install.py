"""Installs sets of libraries, each in a folder of its own that stands before the environment's own packages.

Only what is pinned is installed, without its dependencies: torch and everything else come from the environment.

    python -m explainer.versions.install transformers==5.0.0    # installs sets, to be tested
"""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from explainer.errors import UserError
from explainer.inputs.library_versions import Base, LibrarySet, read_libraries

PIP_INSTALL = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]


def _folders(cache: Path, one: LibrarySet) -> Iterator[tuple[Path, tuple[str, ...], str]]:
    """The set's folders, first the library's, then its base's, with their pins and the Python that they run first."""
    yield cache / "overlays" / one.pin.replace("==", "-"), (one.pin,), ""
    if one.base != Base():
        name = hashlib.sha256(" ".join([*one.base.pins, one.base.prepare]).encode()).hexdigest()[:8]
        yield cache / "overlays" / f"base-{name}", one.base.pins, one.base.prepare


def paths(cache: Path, one: LibrarySet) -> list[Path]:
    """The set's folders, in the order of the import path; each is there only if it is complete."""
    return [folder for folder, _, _ in _folders(cache, one)]


def install(cache: Path, one: LibrarySet) -> None:
    """Installs what is not there yet. Raises UserError with pip's own last line when pip cannot."""
    for folder, pins, prepare in _folders(cache, one):
        if folder.is_dir():
            continue
        part = folder.with_name(folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        if prepare:  # Python runs a file of this name on its path when it starts
            (part / "sitecustomize.py").write_text(prepare, encoding="utf-8")
        command = [*PIP_INSTALL, "--target", str(part), *pins]
        done = subprocess.run(command, capture_output=True, text=True, check=False) if pins else None
        if done and done.returncode != 0:
            shutil.rmtree(part, ignore_errors=True)
            lines = [line for line in done.stderr.strip().splitlines() if line.startswith("ERROR")]
            raise UserError(f"{one.title}: pip could not install {' '.join(pins)}: {(lines or ['no reason given'])[0]}")
        part.rename(folder)


def main(root: Path, wanted: list[str]) -> int:
    """Installs the sets named, as `library_versions.yml` spells them. Returns the exit status."""
    try:
        sets = {one.pin: one for one in read_libraries(root).sets}
        if absent := [pin for pin in wanted if pin not in sets]:
            raise UserError(f"{absent[0]}: no such set in library_versions.yml")
        for pin in wanted:
            install(root / ".cache", sets[pin])
    except UserError as error:
        print("\n".join(error.lines), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(Path.cwd(), sys.argv[1:]))
