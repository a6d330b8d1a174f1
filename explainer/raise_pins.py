"""Raise the pins in `requirements/` to what is installed here. `make newest` installs, then runs this."""

import re
import sys
from importlib.metadata import distributions
from pathlib import Path

REQUIREMENTS_FOLDER = "requirements"
CONSTRAINTS_FILE = "constraints.txt"  # pins every library, also those that only other libraries need
PIN = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)")
INSTALLERS = {"pip", "setuptools", "wheel"}  # which a virtual environment brings: never pinned


def installed() -> dict[str, tuple[str, str]]:
    """Return, by normalised name, the name and version of every installed distribution; `2.13.0+cpu` is 2.13.0."""
    versions: dict[str, tuple[str, str]] = {}
    for distribution in distributions():
        name = distribution.metadata["Name"]
        # the first on sys.path counts, because that is what Python imports
        versions.setdefault(normalised_name(name), (name, distribution.version.partition("+")[0]))
    return versions


def normalised_name(name: str) -> str:
    """Return a distribution's name as pip compares it: https://peps.python.org/pep-0503/#normalized-names."""
    return re.sub(r"[-_.]+", "-", name).lower()


def raise_pins(text: str, versions: dict[str, tuple[str, str]]) -> str:
    """Return the text with each pin at its version in `versions`, as `installed` gives them.

    A pin with a hash stays, because the hash is of that version; so does one that is not installed.
    """
    lines = []
    for line in text.splitlines():
        pin = PIN.match(line)
        if pin and "--hash" not in line and normalised_name(pin[1]) in versions:
            line = f"{pin[1]}=={versions[normalised_name(pin[1])][1]}{line[pin.end() :]}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def add_pins(constraints: str, pinned_elsewhere: set[str], versions: dict[str, tuple[str, str]]) -> str:
    """Return the constraints, sorted, with a pin for each installed library that no file pins yet.

    Those are what a new release needs and the old one did not.
    """
    lines = constraints.splitlines()
    pins = [line for line in lines if PIN.match(line)]
    known = pinned_names(constraints) | pinned_elsewhere | INSTALLERS
    pins += [f"{name}=={version}" for key, (name, version) in versions.items() if key not in known]
    comments = [line for line in lines if not PIN.match(line)]
    return "\n".join([*comments, *sorted(pins, key=str.lower)]) + "\n"


def pinned_names(text: str) -> set[str]:
    """Return the normalised names that a requirements file pins."""
    return {normalised_name(pin[1]) for line in text.splitlines() if (pin := PIN.match(line))}


def main(root: Path) -> None:
    """Raise the pins of all files below `root`, and report on stderr which files changed."""
    versions = installed()
    constraints = root / REQUIREMENTS_FOLDER / CONSTRAINTS_FILE
    files = {path: path.read_text(encoding="utf-8") for path in sorted((root / REQUIREMENTS_FOLDER).glob("*.txt"))}
    new = {path: raise_pins(text, versions) for path, text in files.items()}
    pinned_elsewhere = {name for path, text in files.items() if path != constraints for name in pinned_names(text)}
    new[constraints] = add_pins(new[constraints], pinned_elsewhere, versions)
    for path, text in new.items():
        if text != files[path]:
            path.write_text(text, encoding="utf-8")
            print(f"raised pins in {path.relative_to(root)}", file=sys.stderr)


if __name__ == "__main__":
    main(Path.cwd())
