"""A header, the family that its names fit, and what the checks ask of both."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from inspector.data import Finding, Header, Tensor
from inspector.families import LABELS, Family, Match, Named, Row, match
from inspector.ledger import Ledger
from inspector.sources import Shelf
from inspector.values import equal

MOST_LAYERS = 10_000
TIMES = re.compile(r"(\d+) (\w+)")


@dataclass(frozen=True)
class Case:
    """What is examined, and how closely."""

    header: Header
    ledger: Ledger
    shelf: Shelf
    full: bool
    _compared: dict[tuple[str, str], bool] = field(default_factory=dict)

    def equal(self, one: Tensor, other: Tensor) -> bool:
        """Whether two tensors are equal; asked of two names again, they are not read again."""
        names = one.name, other.name
        if names not in self._compared:
            self._compared[names] = equal(one, other, self.shelf, self.full)
        return self._compared[names]

    def say(self, name: str, **values: Any) -> Finding:
        """A finding in the ledger's words."""
        return self.ledger.finding(name, **values)

    @cached_property
    def config(self) -> dict[str, Any]:
        """The configuration; empty if there is none."""
        return self.header.config or {}

    @cached_property
    def said(self) -> str:
        """The family that the configuration names."""
        said = self.config.get("model_type")
        return said if isinstance(said, str) else ""

    @cached_property
    def config_type(self) -> str:
        """The same, by the name of the family whose names its files have."""
        return str(self.ledger.content["same_names"].get(self.said, [self.said])[0])

    @cached_property
    def hidden(self) -> bool:
        """Whether from_pretrained would find none of the names where it looks."""
        return bool(self.header.wrapper or (self.match and self.match.wrapper))

    @cached_property
    def is_tensorflow(self) -> bool:
        """Whether the names are TensorFlow's."""
        return any("/" in name for name in self.header.tensors) and self.header.format == "TensorFlow"

    @cached_property
    def aside(self) -> dict[str, str]:
        """Names that belong to no model, and what they are."""
        found = {}
        for name in self.header.tensors:
            for pattern, what in self.ledger.left_aside:
                if pattern.search(name):
                    found[name] = what
                    break
        return found

    @cached_property
    def tensors(self) -> dict[str, Tensor]:
        """Tensors of the model, by names in PyTorch's words."""
        if not self.is_tensorflow:
            return {name: one for name, one in self.header.tensors.items() if name not in self.aside}
        found = {}
        for name, tensor in self.header.tensors.items():
            if name in self.aside:
                continue
            new = name
            for pattern, words in self.ledger.words:
                new = pattern.sub(words, new)
            if name.endswith(self.ledger.content["transposed"]) and len(tensor.shape) == 2:
                tensor = replace(tensor, shape=tensor.shape[::-1], strides=(1, tensor.shape[1]))
            found[new] = tensor
        return found

    @cached_property
    def match(self) -> Match | None:
        """The family that the names fit best."""
        found = match(list(self.tensors), self.ledger.families, self.config_type)
        known = self.ledger.content["same_names"].get(self.said)
        if found and known and found.family.type == known[0]:
            return replace(found, family=replace(found.family, name=known[1]))
        return found

    @cached_property
    def family(self) -> Family | None:
        """The same, without how it fits."""
        return self.match.family if self.match else None

    @cached_property
    def named(self) -> dict[str, Named]:
        """Names of the family that the file has, without prefix and wrapper."""
        return self.match.named if self.match else {}

    def tensor(self, key: str) -> Tensor | None:
        """The tensor of a key of the family."""
        one = self.named.get(key)
        return self.tensors[one.name] if one else None

    @cached_property
    def words(self) -> Tensor | None:
        """The word embedding."""
        found = self.tensor(self.family.words) if self.family else None
        return found if found and len(found.shape) == 2 else None

    @cached_property
    def tied(self) -> bool:
        """Whether the configuration ties the output matrix, or its family does where it says nothing."""
        said = self.config.get("tie_word_embeddings")
        return said if isinstance(said, bool) else bool(self.family and self.family.tied)

    @cached_property
    def says_tied(self) -> str:
        """Who says so."""
        said = isinstance(self.config.get("tie_word_embeddings"), bool)
        return "the configuration says that" if said else "where no configuration says otherwise,"

    @cached_property
    def class_named(self) -> str:
        """The class that the configuration names."""
        named = self.config.get("architectures")
        return named[0] if isinstance(named, list) and named and isinstance(named[0], str) else ""

    @cached_property
    def ending(self) -> str | None:
        """What makes that class differ from the others of its family; None if it is none of them."""
        family = self.family
        return next((one for one in family.endings if family.name + one == self.class_named), None) if family else None

    @cached_property
    def labels(self) -> int | None:
        """How many outputs the configuration gives a task layer, as transformers counts them; None without one."""
        names, count = self.config.get("id2label"), self.config.get("num_labels", 2)
        if self.header.config is None:
            return None
        return len(names) if isinstance(names, dict) else count if type(count) is int else 2

    @cached_property
    def quantised(self) -> bool:
        """Whether the weights are no plain numbers."""
        stored = (self.tensors[one.name].dtype for one in self.named.values() if one.row.kind == "parameter")
        return isinstance(self.config.get("quantization_config"), dict) or any("int" in one for one in stored)

    @cached_property
    def sizes(self) -> dict[str, dict[int, list[str]]]:
        """What the shapes say of each field of the configuration: field → size → names of the file."""
        found: dict[str, dict[int, list[str]]] = {}
        for one in self.named.values():
            shape = self.tensors[one.name].shape
            packed = "int" in self.tensors[one.name].dtype  # of a quantised file: four bits of two numbers, say
            if len(shape) == len(one.row.shape) and one.row.kind != "buffer" and not packed:
                for length, words in zip(shape, one.row.shape, strict=True):
                    times = TIMES.fullmatch(words)
                    field, factor = (times[2], int(times[1])) if times else (words, 1)
                    if not field.isdigit() and length % factor == 0:
                        found.setdefault(field, {}).setdefault(length // factor, []).append(one.name)
        return found

    @cached_property
    def layers(self) -> dict[str, int]:
        """How many layers the file has, by the field of the configuration that says so."""
        found: dict[str, int] = {}
        for one in self.named.values():
            if one.layer >= 0 and not one.row.layers.isdigit():
                found[one.row.layers] = max(found.get(one.row.layers, 0), one.layer + 1)
        return found

    def expected(self, field: str) -> int | None:
        """A field's size: what the configuration says, or else most of the shapes."""
        if field == LABELS:
            return self.labels
        said = self.config.get(field)
        held = self.sizes.get(field)
        return said if type(said) is int else max(held, key=lambda size: len(held[size])) if held else None

    @cached_property
    def misfits(self) -> set[str]:
        """Keys whose shape is not what the configuration, or most of the file, asks for."""
        found = set()
        for name, sizes in self.sizes.items():
            expected = self.expected(name)
            found |= {one for size, names in sizes.items() if expected not in (size, None) for one in names}
        return {key for key, one in self.named.items() if one.name in found or self._is_of_another_form(one)}

    def _is_of_another_form(self, one: Named) -> bool:
        """Whether a tensor has too many dimensions or too few, or a head is not as wide as every such head is."""
        tensor, row = self.tensors[one.name], one.row
        if row.kind == "buffer" or "int" in tensor.dtype:
            return False
        fixed = row.role != "encoder" and len(tensor.shape) == len(row.shape)
        return len(tensor.shape) != len(row.shape) or (
            fixed
            and any(int(words) != size for words, size in zip(row.shape, tensor.shape, strict=True) if words.isdigit())
        )

    def count(self, row: Row) -> int:
        """How many layers of a row there should be."""
        if row.layers.isdigit():
            return int(row.layers)
        said = self.config.get(row.layers)
        held = self.layers.get(row.layers, 0)
        return said if type(said) is int and 0 <= said <= MOST_LAYERS else min(held, MOST_LAYERS)

    def keys(self, row: Row) -> Iterable[str]:
        """The keys of a row, with the layers' numbers."""
        if not row.layers:
            return (row.key,)
        return (row.key.replace(".N.", f".{index}.", 1) for index in range(self.count(row)))
