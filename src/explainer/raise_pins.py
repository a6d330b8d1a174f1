"""Raise the pins in `requirements/` to what is installed here. `make newest` installs, then runs this.

Only what is pinned already is raised: what else an installation brings, such as CUDA's libraries, is this machine's.
"""

import re
import sys
from importlib.metadata import distributions
from pathlib import Path

REQUIREMENTS_FOLDER = "requirements"
PIN = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)")  # group 1 is the name, group 2 the version


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


def main(root: Path) -> None:
    """Raise the pins of all files below `root`, and report on stderr which files changed."""
    versions = installed_versions()
    for path in sorted((root / REQUIREMENTS_FOLDER).glob("*.txt")):
        old_text = path.read_text(encoding="utf-8")
        new_text = raise_pins(old_text, versions)
        if new_text != old_text:
            path.write_text(new_text, encoding="utf-8")
            print(f"raised pins in {path.relative_to(root)}", file=sys.stderr)


if __name__ == "__main__":
    main(Path.cwd())
