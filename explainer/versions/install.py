"""Installs sets of libraries, each in a folder of its own that stands before the environment's own packages.

Only what is pinned is installed, without its dependencies: torch and everything else come from the environment.

    python -m explainer.versions.install transformers==5.0.0    # installs sets, to be tested
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from explainer.errors import UserError
from explainer.inputs.library_versions import Base, LibrarySet, read_libraries


def paths(cache: Path, one: LibrarySet) -> list[Path]:
    """The set's folders, first the library's, then its base's, whether they are there or not."""
    found = [cache / "overlays" / one.pin.replace("==", "-")]
    if one.base != Base():
        name = hashlib.sha256(" ".join([*one.base.pins, one.base.prepare]).encode()).hexdigest()[:8]
        found.append(cache / "overlays" / f"base-{name}")
    return found


def is_installed(cache: Path, one: LibrarySet) -> bool:
    """Whether every folder of the set is there. A folder gets its name only when it is complete."""
    return all(path.is_dir() for path in paths(cache, one))


def install(cache: Path, one: LibrarySet) -> None:
    """Installs what is not there yet. Raises UserError with pip's own last line when pip cannot."""
    for folder, pins, prepare in zip(
        paths(cache, one), [(one.pin,), one.base.pins], ["", one.base.prepare], strict=False
    ):
        if folder.is_dir():
            continue
        part = folder.with_name(folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.parent.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        if prepare:  # Python runs a file of this name on its path when it starts
            part.mkdir()
            (part / "sitecustomize.py").write_text(prepare, encoding="utf-8")
        if not pins:
            part.rename(folder)
            continue
        done = subprocess.run([*command, "--target", str(part), *pins], capture_output=True, text=True, check=False)
        if done.returncode != 0:
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
