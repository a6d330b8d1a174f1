"""Reads `content/joined_tables.yml`: tables whose rows are the same fact of many claims."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

import msgspec

from explainer.inputs.entries import CONTENT, Entry, read_entries

JOINED = f"{CONTENT}/joined_tables.yml"


class JoinedTable(Entry, frozen=True):
    """A table of many claims. `groups` are its headings, each with snippets or topics.

    A topic means all of its snippets that assign the fact. With `filter`, one of the columns, it can be sorted, and
    filtered by that. `tools` names the claims that are about a library of which we have one version.
    """

    caption: str
    fact: str
    columns: tuple[str, ...]
    groups: dict[str, tuple[str, ...]]
    filter: str = ""
    tools: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    @property
    def tool_of(self) -> dict[str, str]:
        """The library that each of these claims is about."""
        return {key: library for library, keys in self.tools.items() for key in keys}

    def rows(self, assigned: Mapping[str, frozenset[str]]) -> list[tuple[str, list[str]]]:
        """The snippets under each heading, in order; `assigned` are the names that each snippet assigns."""

        def expanded(place: str) -> list[str]:
            if "/" in place:
                return [place]
            return [key for key, names in assigned.items() if key.startswith(f"{place}/") and self.fact in names]

        return [(heading, [*chain.from_iterable(map(expanded, places))]) for heading, places in self.groups.items()]


def read_joined_tables(root: Path, assigned: Mapping[str, frozenset[str]]) -> list[JoinedTable]:
    """All joined tables. Raises UserError for a bad field, or a row that no snippet gives.

    `assigned` are the names that each snippet assigns, by `topic/name`.
    """
    return read_entries(root, JOINED, "tables", JoinedTable, lambda table: _unfit(table, assigned))


def _unfit(table: JoinedTable, assigned: Mapping[str, frozenset[str]]) -> Iterator[str]:
    keys = Counter(key for _, keys in table.rows(assigned) for key in keys)
    for place in (place for places in table.groups.values() for place in places):
        if "/" in place and place not in assigned:
            yield f"there is no snippet `{place}`"
        elif "/" not in place and not any(key.startswith(f"{place}/") for key in keys):
            yield f"no snippet of the topic `{place}` assigns `{table.fact}`"
    yield from (f"`{key}` is named twice" for key in sorted(keys) if keys[key] > 1)
    yield from (f"`{key}` of `tools` is no row" for key in table.tool_of if key not in keys)
    if table.filter and table.filter not in table.columns[1:]:
        yield f"there is no column `{table.filter}` to filter by"
