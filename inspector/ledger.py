"""What is said, and of which families: the ledger `inspection.yml` and the recorded facts that it names."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.yaml_files import read_yaml
from inspector.data import LEVELS, Finding
from inspector.families import Family, read_families

LEDGER = "inspection.yml"
FACTS = Path("docs") / "artifacts" / "facts.json"
LONGEST = 120
FIELDS = ("level", "what", "why", "do", "page")


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
class Ledger:
    """The ledger as it is written, and the facts that it names."""

    content: dict[str, Any]
    facts: dict[str, Any]

    @cached_property
    def families(self) -> list[Family]:
        """The families whose names are recorded."""
        return read_families(self.facts["families"], self.facts)

    @cached_property
    def words(self) -> list[tuple[re.Pattern[str], str]]:
        """TensorFlow's names in PyTorch's words."""
        return [(re.compile(pattern), new) for pattern, new in self.content["words"]]

    @cached_property
    def left_aside(self) -> list[tuple[re.Pattern[str], str]]:
        """Names that belong to no model, and what they are."""
        return [(re.compile(pattern), what) for pattern, what in self.content["left_aside"]]

    @cached_property
    def adapter(self) -> re.Pattern[str]:
        """Names of an adapter's tensors."""
        return re.compile(self.content["adapter"])

    @cached_property
    def scales(self) -> re.Pattern[str]:
        """Names of what stands beside quantised weights."""
        return re.compile(self.content["scales"])

    @cached_property
    def optional(self) -> list[tuple[re.Pattern[str], str]]:
        """Names that a class has if a field of the configuration says so."""
        return [(re.compile(pattern), field) for pattern, field in self.content["optional"]]

    def finding(self, name: str, **values: Any) -> Finding:
        """A finding in the ledger's words."""
        entry = self.content["findings"][name]
        plain = {
            key: value if isinstance(value, Code) else str(value).replace("`", "ˋ") for key, value in values.items()
        }
        what, why, do = (str(entry.get(field, "")).format(**plain) for field in ("what", "why", "do"))
        return Finding(name, entry["level"], what, why, do, entry.get("page", ""))


def read_ledger(root: Path) -> Ledger:
    """The ledger and its facts. Raises UserError where one is missing or of the wrong form."""
    content = read_yaml(root / LEDGER, root, lines=False)
    problems = [
        f"{LEDGER}: `{name}`: expected {', '.join(FIELDS)}, with level one of {', '.join(LEVELS)}"
        for name, entry in content["findings"].items()
        if not _is_entry(entry)
    ]
    if problems:
        raise UserError(*problems)
    topic, snippet, run = content["families"].split(".")
    try:
        facts = json.loads((root / FACTS).read_bytes())["facts"][topic][snippet]["runs"][run]["facts"]
    except (OSError, ValueError, KeyError):
        raise UserError(
            f"{FACTS}: has no facts of {topic}/{snippet}; run: python build_artifacts.py {snippet}"
        ) from None
    return Ledger(content, facts)


def _is_entry(entry: Any) -> bool:
    return (
        isinstance(entry, dict) and entry.get("level") in LEVELS and bool(entry.get("what")) and {*entry} <= {*FIELDS}
    )
