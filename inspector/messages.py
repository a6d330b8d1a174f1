"""What a report says, and of which names: `messages.yml` beside this module."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from inspector.data import Finding, InspectorError, Level

MESSAGES = Path(__file__).with_name("messages.yml")
# Pyodide's core has no PyYAML: for the page, the build writes the same as JSON.
IN_PAGE = MESSAGES.with_suffix(".json")
LONGEST = 120


class Code(str):
    """Text in which stretches between backticks are code. What a file says gets its backticks taken away first."""

    __slots__ = ()


def code(text: object) -> Code:
    """A name of a file as code, cut where it is long."""
    plain = str(text).replace("`", "ˋ")
    return Code(f"`{plain if len(plain) <= LONGEST else plain[:LONGEST] + '…'}`")


def listed(names: Iterable[object], most: int = 3) -> Code:
    """The first names as code, and how many more there are."""
    names = list(names)
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return Code(", ".join(code(one) for one in names[:most]) + more)


@dataclass(frozen=True)
class Messages:
    """The file's content. Patterns are as they are written: re keeps those compiled that are used."""

    findings: dict[str, dict[str, str]]
    same_names: dict[str, list[str]]  # families with another's names → that one, and how their classes begin
    tensorflow_names: list[list[str]]  # and what replaces them in PyTorch's
    transposed: str  # how TensorFlow's name of a matrix ends that lies the other way round
    left_aside: list[list[str]]  # names that belong to no model, and what they are
    optional: list[list[str]]  # names that a class has if a field of the configuration says so, and that field
    one_output: list[str]  # endings of the classes whose task layer has one output, whatever the labels are
    adapter: str  # names of an adapter's tensors
    scales: str  # names of the tensors that lie beside quantised weights

    def finding(self, name: str, **values: Any) -> Finding:
        """A finding in the file's words, with the values in their places."""
        entry = self.findings[name]
        plain = {key: one if isinstance(one, Code) else str(one).replace("`", "ˋ") for key, one in values.items()}
        what, why, do = (str(entry.get(field, "")).format(**plain) for field in ("what", "why", "do"))
        level, page, about = cast(Level, entry["level"]), entry.get("page", ""), entry.get("about", "file")
        return Finding(name, level, what, why, do, page, about)


def read_messages(path: Path = MESSAGES) -> Messages:
    """The file, which tests hold to its form. Raises InspectorError where it is missing."""
    if IN_PAGE.is_file():
        return Messages(**json.loads(IN_PAGE.read_bytes()))
    import yaml

    try:
        content = path.read_bytes()
    except OSError:
        raise InspectorError(f"{path.name}: this file of the program is missing; install it again") from None
    # libyaml's loader is about ten times faster; PyYAML without it reads the same.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return Messages(**yaml.load(content, Loader=loader))  # noqa: S506 (a safe loader)
