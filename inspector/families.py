"""Which family the names in a file belong to, by the recorded names of each family's classes."""

import json
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from inspector.data import InspectorError

# The build writes it from what a snippet recorded. An installed package has it in a folder of its own (pyproject.toml).
INSTALLED = Path(__file__).resolve().with_name("names") / "names.json"
IN_CLONE = Path(__file__).resolve().parent.parent / "docs" / "artifacts" / "families" / INSTALLED.name
NAMES = INSTALLED if INSTALLED.is_file() else IN_CLONE
SCHEMA = 1
TASK, LABELS = "task layer", "num_labels"
LONGEST_NUMBER = 6  # digits of a layer's number
PRE_TRAINED = (
    "encoder", "pooler", "MLM head", "LM head", "output matrix", "output bias", "NSP head", "SOP head",
    "discriminator head",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spelling:
    """How files of 2018 spell some names: which last words were renamed, and below what kind of module."""

    renamed: dict[str, str]  # gamma: weight, beta: bias
    renamed_in: str  # a part of the module's name: norm

    def today(self, key: str) -> str:
        """A key as classes of today spell it."""
        before, _, last = key.rpartition(".")
        if last in self.renamed and self.renamed_in in before.rpartition(".")[2].lower():
            return f"{before}.{self.renamed[last]}"
        return key


Condition: TypeAlias = tuple[str, str, Any]  # field; is, is not, has, has not, differs from; value or other field


@dataclass(frozen=True, slots=True)
class Row:
    """One name that a family's classes have, all layers' as one, without the prefix."""

    key: str
    part: str  # of the model: encoder, pooler, MLM head, …, task layer
    kind: str  # parameter, alias, buffer; optional: only some layers have it
    layers: str  # a field of the configuration, a number, or ""
    alias_of: str
    shape: tuple[str, ...]  # fields of the configuration, "3 hidden_size", or numbers
    classes: tuple[str, ...]  # endings of the classes that have it
    only_if: tuple[Condition, ...] = ()  # what a configuration must say for a class to have it


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
    spelling: Spelling
    defaults: dict[str, Any]  # what a class takes where its configuration says nothing of a condition's field

    @cached_property
    def words(self) -> str:
        """The key of the word embedding; "" of a family without words."""
        found = (row.key for row in self.rows.values() if row.shape[:1] == ("vocab_size",) and row.kind == "parameter")
        return next(found, "")

    @cached_property
    def required(self) -> set[str]:
        """Keys that every file of the encoder has."""
        rows = self.rows.values()
        return {row.key for row in rows if row.part == "encoder" and row.kind == "parameter" and not row.only_if}

    def head_alias(self, ending: str) -> Row | None:
        """The output matrix (`ending` weight) or its bias, where it is another name of something."""
        aliases = (row for row in self.rows.values() if row.kind == "alias" and row.part.endswith("head"))
        return next((row for row in aliases if row.key.endswith(ending)), None)


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


def read_families(path: Path = NAMES) -> tuple[Family, ...]:
    """The families of the recorded table. Raises InspectorError where it is missing or of another form."""
    try:
        table = json.loads(path.read_bytes())
        if table["schema"] != SCHEMA:
            raise ValueError
        spelling = Spelling(**table["spelling"])
        return tuple(_family(one, table["columns"], spelling) for one in table["families"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise InspectorError(
            f"{path.name}: the names of the families are not there, or not in the form that this version reads; "
            "run: python build_artifacts.py names_of_families"
        ) from None


def _family(one: dict[str, Any], columns: list[str], spelling: Spelling) -> Family:
    rows = (_row(dict(zip(columns, cells, strict=True)), one["classes"]) for cells in one["names"])
    known = {row.key: row for row in rows}
    return Family(
        one["family"], one["name"], one["prefix"], one["tied"], one["pad"], tuple(one["classes"]), known, spelling,
        one["defaults"],
    )  # fmt: skip


def _row(row: dict[str, Any], endings: list[str]) -> Row:
    classes = endings if row["classes"] == "all" else row["classes"].split()
    # The classes were made with two labels.
    shape = tuple(LABELS if one == "2" and row["part"] == TASK else one for one in row["shape"])
    only_if = tuple((field, condition, value) for field, condition, value in row["only_if"])
    return Row(row["key"], row["part"], row["kind"], row["layers"], row["alias_of"], shape, tuple(classes), only_if)


def match(names: list[str], families: tuple[Family, ...], config_type: str) -> Match | None:
    """The family that the names fit best; None if they fit none."""
    with_words = [one for one in families if one.words and any(name.endswith(one.words) for name in names)]
    fitting = [one for one in (_match(names, family) for family in with_words) if _fits(one, len(names))]
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
    most = 2 * len(match.named) >= names and len(match.missing) <= 0.4 * len(required)
    return match.family.words in match.named and most


def _match(names: list[str], family: Family) -> Match:
    wrapper = _wrapper(names, family)
    named: dict[str, Named] = {}
    unknown, twice = [], []
    for name in names:
        one = read_name(name, wrapper, family)
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
            before = name.removesuffix(family.words).removesuffix(family.prefix)
            if before == "" or before.endswith("."):
                found.append(before)
    return min(found, key=len, default="")


def read_name(name: str, wrapper: str, family: Family) -> Named | None:
    """What a name of a file is in a family; None if no class has it."""
    if not name.startswith(wrapper):
        return None
    key = name.removeprefix(wrapper)
    prefixed = key.startswith(family.prefix)
    key = key.removeprefix(family.prefix)
    today = family.spelling.today(key)
    short, layer = _without_layer(today)
    row = family.rows.get(short) or family.rows.get(today)
    if row is None or (prefixed and row.part not in ("encoder", "pooler")):
        return None
    return Named(name, today, row, layer if row.key == short else -1, prefixed, today != key)


def _without_layer(key: str) -> tuple[str, int]:
    """A key with N for its first number between dots, and that number; -1 if there is none."""
    parts = key.split(".")
    for place, part in enumerate(parts[1:-1], 1):
        if part.isdecimal() and part.isascii() and len(part) <= LONGEST_NUMBER:
            return ".".join([*parts[:place], "N", *parts[place + 1 :]]), int(part)
    return key, -1
