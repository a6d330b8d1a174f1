"""What a report says, and of which names: `messages.yml` beside this module."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from inspector.data import LEVELS, Finding, InspectorError

MESSAGES = Path(__file__).with_name("messages.yml")
LONGEST = 120
FIELDS = ("level", "what", "why", "do", "page")
# libyaml's loader is about ten times faster; PyYAML without it reads the same.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


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


Patterns = list[tuple[re.Pattern[str], str]]


@dataclass(frozen=True)
class Messages:
    """The file's content."""

    content: dict[str, Any]

    @cached_property
    def same_names(self) -> dict[str, tuple[str, str]]:
        """Families whose files have another's names: → that family, and how their own classes begin."""
        return {type_: (other, name) for type_, (other, name) in self.content["same_names"].items()}

    @cached_property
    def tensorflow_names(self) -> Patterns:
        """Patterns of TensorFlow's names, and what replaces them in PyTorch's."""
        return self._patterns("words")

    @cached_property
    def transposed(self) -> str:
        """How TensorFlow's name of a matrix ends that lies the other way round."""
        return str(self.content["transposed"])

    @cached_property
    def left_aside(self) -> Patterns:
        """Names that belong to no model, and what they are."""
        return self._patterns("left_aside")

    @cached_property
    def optional(self) -> Patterns:
        """Names that a class has if a field of the configuration says so, and that field."""
        return self._patterns("optional")

    @cached_property
    def one_output(self) -> tuple[str, ...]:
        """Endings of the classes whose task layer has one output, whatever the labels are."""
        return tuple(self.content["one_output"])

    @cached_property
    def adapter(self) -> re.Pattern[str]:
        """Names of an adapter's tensors."""
        return re.compile(self.content["adapter"])

    @cached_property
    def scales(self) -> re.Pattern[str]:
        """Names of the tensors that lie beside quantised weights."""
        return re.compile(self.content["scales"])

    def _patterns(self, name: str) -> Patterns:
        return [(re.compile(pattern), text) for pattern, text in self.content[name]]

    def finding(self, name: str, **values: Any) -> Finding:
        """A finding in the file's words, with the values in their places."""
        entry = self.content["findings"][name]
        plain = {
            key: value if isinstance(value, Code) else str(value).replace("`", "ˋ") for key, value in values.items()
        }
        what, why, do = (str(entry.get(field, "")).format(**plain) for field in ("what", "why", "do"))
        return Finding(name, entry["level"], what, why, do, entry.get("page", ""))


def read_messages(path: Path = MESSAGES) -> Messages:
    """The file. Raises InspectorError where it is missing, is no YAML, or an entry is of the wrong form."""
    try:
        content = yaml.load(path.read_bytes(), Loader=LOADER)  # noqa: S506 (a safe loader)
        findings = content["findings"].items()
    except OSError:
        raise InspectorError(f"{path.name}: there is no such file beside the program; install it again") from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise InspectorError(f"{path.name}:{line}: {error.problem}; mend the file") from None
    except (TypeError, KeyError, AttributeError, yaml.YAMLError):
        raise InspectorError(f"{path.name}: expected a mapping with `findings`; mend the file") from None
    problems = [
        f"{path.name}: `{name}`: expected {', '.join(FIELDS)}, with level one of {', '.join(LEVELS)}"
        for name, entry in findings
        if not _is_entry(entry)
    ]
    if problems:
        raise InspectorError(*problems)
    return Messages(content)


def _is_entry(entry: Any) -> bool:
    return (
        isinstance(entry, dict) and entry.get("level") in LEVELS and bool(entry.get("what")) and {*entry} <= {*FIELDS}
    )
