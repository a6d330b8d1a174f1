"""Raise the pins in `requirements/` to what is installed here. `make newest` installs, then runs this."""

import re
import sys
from importlib.metadata import distributions
from pathlib import Path

REQUIREMENTS_FOLDER = "requirements"
CONSTRAINTS_FILE = "constraints.txt"  # pins every library, also those that only other libraries need
PIN = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)")  # group 1 is the name, group 2 the version
INSTALLERS = {"pip", "setuptools", "wheel"}  # which a virtual environment brings: never pinned


def installed_versions() -> dict[str, tuple[str, str]]:
    """Return name and version of every installed distribution, by normalised name; `2.13.0+cpu` becomes `2.13.0`."""
    versions: dict[str, tuple[str, str]] = {}
    for distribution in distributions():
        name = distribution.metadata["Name"]
        # the first on sys.path counts, because that is what Python imports
        versions.setdefault(normalised_name(name), (name, distribution.version.partition("+")[0]))
    return versions


def normalised_name(name: str) -> str:
    """Return a distribution's name as pip compares names: https://peps.python.org/pep-0503/#normalized-names."""
    return re.sub(r"[-_.]+", "-", name).lower()


def raise_pins(text: str, versions: dict[str, tuple[str, str]]) -> str:
    """Return a requirements file's text with each pin at the version in `versions`, as `installed_versions` gives them.

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

    A library is new there if a new release needs it and the old one did not. `pinned_elsewhere` are normalised names.
    """
    lines = constraints.splitlines()
    pins = [line for line in lines if PIN.match(line)]
    pinned = pinned_names(constraints) | pinned_elsewhere | INSTALLERS
    pins += [f"{name}=={version}" for key, (name, version) in versions.items() if key not in pinned]
    comments = [line for line in lines if not PIN.match(line)]
    return "\n".join([*comments, *sorted(pins, key=str.lower)]) + "\n"


def pinned_names(text: str) -> set[str]:
    """Return the normalised names that a requirements file pins."""
    return {normalised_name(pin[1]) for line in text.splitlines() if (pin := PIN.match(line))}


def main(root: Path) -> None:
    """Raise the pins of all files below `root`, and report on stderr which files changed."""
    versions = installed_versions()
    constraints = root / REQUIREMENTS_FOLDER / CONSTRAINTS_FILE
    old_texts = {path: path.read_text(encoding="utf-8") for path in sorted((root / REQUIREMENTS_FOLDER).glob("*.txt"))}
    new_texts = {path: raise_pins(text, versions) for path, text in old_texts.items()}
    pinned_elsewhere = {name for path, text in old_texts.items() if path != constraints for name in pinned_names(text)}
    new_texts[constraints] = add_pins(new_texts[constraints], pinned_elsewhere, versions)
    for path, text in new_texts.items():
        if text != old_texts[path]:
            path.write_text(text, encoding="utf-8")
            print(f"raised pins in {path.relative_to(root)}", file=sys.stderr)


if __name__ == "__main__":
    main(Path.cwd())
