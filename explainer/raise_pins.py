"""Raises the pins in `requirements/` to what is installed here. `make newest` installs, then runs this."""

import re
import sys
from importlib.metadata import distributions
from pathlib import Path

FOLDER = "requirements"
CONSTRAINTS = "constraints.txt"  # every library, also those that only others need
PIN = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)")
INSTALLERS = {"pip", "setuptools", "wheel"}


def installed() -> dict[str, tuple[str, str]]:
    """Every distribution that can be imported here: comparable name → its own name, and its version without +cpu."""
    found: dict[str, tuple[str, str]] = {}
    for distribution in distributions():
        name = distribution.metadata["Name"]
        found.setdefault(comparable(name), (name, distribution.version.partition("+")[0]))
    return found


def comparable(name: str) -> str:
    """A distribution's name as pip compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def raised(text: str, versions: dict[str, tuple[str, str]]) -> str:
    """The text with each pin at its installed version; a pin with a hash, or of what is not installed, stays."""
    lines = []
    for line in text.splitlines():
        pin = PIN.match(line)
        if pin and "--hash" not in line and comparable(pin[1]) in versions:
            line = f"{pin[1]}=={versions[comparable(pin[1])][1]}{line[pin.end() :]}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def completed(constraints: str, elsewhere: set[str], versions: dict[str, tuple[str, str]]) -> str:
    """The constraints, in order, with what is installed and pinned nowhere: what a new release needs beside itself."""
    lines = constraints.splitlines()
    pins = [line for line in lines if PIN.match(line)]
    known = names(constraints) | elsewhere | INSTALLERS
    pins += [f"{name}=={version}" for key, (name, version) in versions.items() if key not in known]
    rest = [line for line in lines if not PIN.match(line)]
    return "\n".join([*rest, *sorted(pins, key=str.lower)]) + "\n"


def names(text: str) -> set[str]:
    """What a file of requirements pins, by comparable name."""
    return {comparable(pin[1]) for line in text.splitlines() if (pin := PIN.match(line))}


def main(root: Path) -> None:
    """Rewrites the pins below `root`, and says which files became different."""
    versions = installed()
    constraints = root / FOLDER / CONSTRAINTS
    files = {path: path.read_text(encoding="utf-8") for path in sorted((root / FOLDER).glob("*.txt"))}
    new = {path: raised(text, versions) for path, text in files.items()}
    elsewhere = {name for path, text in files.items() if path != constraints for name in names(text)}
    new[constraints] = completed(new[constraints], elsewhere, versions)
    for path, text in new.items():
        if text != files[path]:
            path.write_text(text, encoding="utf-8")
            print(f"raised pins in {path.relative_to(root)}", file=sys.stderr)


if __name__ == "__main__":
    main(Path.cwd())
