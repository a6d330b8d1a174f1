"""Which family the names in a file belong to, by the names that the project recorded of each family's classes."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

LAYER = re.compile(r"\.(\d{1,6})\.")
OLD_NAME = re.compile(r"(norm\w*)\.(gamma|beta)$", re.IGNORECASE)
TASK, LABELS = "task layer", "num_labels"
NEW_NAME = {"gamma": "weight", "beta": "bias"}
PRE_TRAINED = (
    "encoder", "pooler", "MLM head", "LM head", "output matrix", "output bias", "NSP head", "SOP head",
    "discriminator head",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One name that a family's classes have, all layers' as one, without the prefix."""

    key: str
    role: str  # encoder, pooler, MLM head, …, task layer
    kind: str  # parameter, alias, buffer, optional
    layers: str  # a field of the configuration, a number, or ""
    alias_of: str
    shape: tuple[str, ...]  # fields of the configuration, "3 hidden_size", or numbers
    classes: tuple[str, ...]  # endings of the classes that have it


@dataclass(frozen=True)
class Family:
    """What is known of one family of models."""

    type: str  # as a configuration calls it
    name: str  # as its classes begin
    prefix: str
    tied: bool
    pad: int | None
    endings: tuple[str, ...]
    rows: dict[str, Row]

    @cached_property
    def words(self) -> str:
        """The key of the word embedding."""
        return next(
            row.key for row in self.rows.values() if row.shape[:1] == ("vocab_size",) and row.kind == "parameter"
        )

    @cached_property
    def required(self) -> set[str]:
        """Keys that every file of the encoder has."""
        return {row.key for row in self.rows.values() if row.role == "encoder" and row.kind == "parameter"}

    def head_alias(self, ending: str) -> Row | None:
        """The output matrix (`ending` weight) or its bias, where it is another name of something."""
        return next(
            (
                row
                for row in self.rows.values()
                if row.kind == "alias" and row.role.endswith("head") and row.key.endswith(ending)
            ),
            None,
        )


@dataclass(frozen=True, slots=True)
class Named:
    """A name of the file, and what it is in the family."""

    name: str  # in the file
    key: str  # without wrapper and prefix, in today's words, with the layer's number
    row: Row
    layer: int  # -1: none
    prefixed: bool
    old: bool  # gamma or beta


@dataclass(frozen=True)
class Match:
    """How a file's names fit a family."""

    family: Family
    wrapper: str  # what stands before all names and belongs to no class
    named: dict[str, Named]  # by key
    unknown: tuple[str, ...]  # names of the file that no class of the family has
    twice: tuple[tuple[str, str], ...] = ()  # pairs of names that a class would take for the same
    alike: tuple[str, ...] = ()  # further families that fit as well

    @property
    def missing(self) -> set[str]:
        """Keys of the encoder, layers as one, that the file has nowhere."""
        return self.family.required - {one.row.key for one in self.named.values()}


def read_families(table: list[dict[str, Any]], rows: dict[str, Any]) -> list[Family]:
    """From the recorded facts: a table of families, and one of names for each."""
    families = []
    for one in table:
        known = {row["key"]: _row(row, one["classes"]) for row in rows[one["family"].replace("-", "_")]}
        pad = one["pad"] if isinstance(one["pad"], int) else None
        endings = tuple(one["classes"].split())
        families.append(Family(one["family"], one["name"], one["prefix"], one["tied"], pad, endings, known))
    return families


def _row(row: dict[str, Any], endings: str) -> Row:
    classes = endings if row["classes"] == "all" else row["classes"]
    # The classes were asked with two labels.
    shape = tuple(LABELS if str(one) == "2" and row["role"] == TASK else str(one) for one in row["shape"])
    return Row(row["key"], row["role"], row["kind"], row["layers"], row["alias_of"], shape, tuple(classes.split()))


def match(names: list[str], families: list[Family], config_type: str) -> Match | None:
    """The family that the names fit best; None if they fit none."""
    matches = [_match(names, family) for family in families]
    fitting = [one for one in matches if _fits(one, len(names))]
    if not fitting:
        return None
    best = max(fitting, key=lambda one: (*_rank(one), one.family.type == config_type, -families.index(one.family)))
    alike = tuple(one.family.type for one in fitting if one is not best and _rank(one) == _rank(best))
    return replace(best, alike=alike)


def _rank(match: Match) -> tuple[int, int, int]:
    return len(match.named), -len(match.wrapper), -len(match.missing)


def _fits(match: Match, names: int) -> bool:
    required = match.family.required
    wrapped = sum(one.name.startswith(match.wrapper) for one in match.named.values())
    if match.wrapper and wrapped < 0.9 * names:  # a part of a larger model: an encoder beside a decoder, say
        return False
    return (
        match.family.words in match.named
        and 2 * len(match.named) >= names
        and len(match.missing) <= 0.4 * len(required)
    )


def _match(names: list[str], family: Family) -> Match:
    wrapper = _wrapper(names, family)
    named: dict[str, Named] = {}
    unknown, twice = [], []
    for name in names:
        one = _named(name, wrapper, family)
        if one is None:
            unknown.append(name)
        elif one.key in named:
            twice.append((named[one.key].name, name))
        else:
            named[one.key] = one
    return Match(family, wrapper, named, tuple(unknown), tuple(twice))


def _wrapper(names: list[str], family: Family) -> str:
    """What stands before the word embedding's name, beside the family's own prefix."""
    found = []
    for name in names:
        if name.endswith(family.words):
            before = name[: -len(family.words)]
            before = before.removesuffix(family.prefix)
            if before == "" or before.endswith("."):
                found.append(before)
    return min(found, key=len, default="")


def _named(name: str, wrapper: str, family: Family) -> Named | None:
    if not name.startswith(wrapper):
        return None
    key = name.removeprefix(wrapper)
    prefixed = key.startswith(family.prefix)
    key = key.removeprefix(family.prefix)
    today = OLD_NAME.sub(lambda found: f"{found[1]}.{NEW_NAME[found[2]]}", key)
    layer = LAYER.search(today)
    short = LAYER.sub(".N.", today, count=1)
    row = family.rows.get(short) or family.rows.get(today)
    if row is None or (prefixed and row.role not in ("encoder", "pooler")):
        return None
    return Named(name, today, row, int(layer[1]) if layer and row.key == short else -1, prefixed, today != key)
