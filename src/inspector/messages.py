"""Read the sentences of a report, and the patterns of names, from `messages.yml` beside this module."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from inspector.data import Finding, InspectorError, Level

MESSAGES_FILE = Path(__file__).with_name("messages.yml")
# Pyodide's core has no PyYAML: for the page, the build writes the same as JSON.
MESSAGES_JSON_FILE = MESSAGES_FILE.with_suffix(".json")
MAX_CODE_LENGTH = 120


class Code(str):
    """Mark text in which stretches between backticks are code. Backticks that come from a file are replaced first."""

    __slots__ = ()


def code(text: object) -> Code:
    """Return a file's name as code between backticks, cut after MAX_CODE_LENGTH letters."""
    safe = str(text).replace("`", "ˋ")
    return Code(f"`{safe if len(safe) <= MAX_CODE_LENGTH else safe[:MAX_CODE_LENGTH] + '…'}`")


def code_list(names: Iterable[object], limit: int = 3) -> Code:
    """Return the first names as code, separated by commas, and how many more there are."""
    names = list(names)
    more = f" and {len(names) - limit:,} more" if len(names) > limit else ""
    return Code(", ".join(code(name) for name in names[:limit]) + more)


@dataclass(frozen=True)
class Messages:
    """Hold the content of messages.yml. Patterns are texts: re caches those that it has compiled."""

    findings: dict[str, dict[str, str]]
    same_names: dict[str, list[str]]  # families with another's names → that one, and how their classes begin
    tensorflow_names: list[list[str]]  # pattern, and what replaces it in PyTorch's names
    transposed: str  # how TensorFlow's name of a matrix ends that PyTorch stores transposed
    left_aside: list[list[str]]  # pattern of names that belong to no model, and what they are
    # Pattern of names that a class has if a field of the configuration is set, and that field.
    optional: list[list[str]]
    one_output: list[str]  # endings of the classes whose task layer has one output, whatever the labels are
    adapter: str  # pattern of an adapter's names
    scales: str  # pattern of the tensors that lie beside quantised weights

    def finding(self, name: str, **values: Any) -> Finding:
        """Return a finding with its sentences, the values in their placeholders. Only a Code may bring backticks."""
        entry = self.findings[name]
        safe = {key: value if isinstance(value, Code) else _as_text(value) for key, value in values.items()}
        what, why, do = (str(entry.get(field, "")).format(**safe) for field in ("what", "why", "do"))
        level, page, about = cast(Level, entry["level"]), entry.get("page", ""), entry.get("about", "file")
        return Finding(name, level, what, why, do, page, about)


def _as_text(value: object) -> str:
    """Return a value as text without backticks; of a number with hundreds of digits, how it begins."""
    text = str(value).replace("`", "ˋ")
    return f"{text[:20]}…" if isinstance(value, int) and len(text) > 40 else text


def read_messages(path: Path = MESSAGES_FILE) -> Messages:
    """Return the messages of `path`, or of the JSON if the build wrote one. Raise InspectorError if there are none."""
    if MESSAGES_JSON_FILE.is_file():
        return Messages(**json.loads(MESSAGES_JSON_FILE.read_bytes()))
    import yaml

    try:
        content = path.read_bytes()
    except OSError:
        raise InspectorError(f"{path.name}: this file of the program is missing; install it again") from None
    # libyaml's loader is about ten times faster; PyYAML without it reads the same.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return Messages(**yaml.load(content, Loader=loader))  # noqa: S506 (a safe loader)
