"""What every check is given: the file's contents, the configuration, and both laid side by side."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from inspector.configuration import Configuration
from inspector.data import Finding, Header, Tensor
from inspector.families import LABELS, Family, Named, Row
from inspector.file_contents import FileContents, most_frequent
from inspector.messages import Messages
from inspector.sources import OpenFiles
from inspector.values import SAMPLED_ROWS, WHOLE, equal, readable
from inspector.whole import Whole

MOST_LAYERS = 10_000
GROUPS = "num_hidden_groups"  # of ALBERT: layers that share their parameters


@dataclass(frozen=True)
class CheckContext:
    """What is examined, and how closely: `full` reads every number, not sampled rows."""

    file: FileContents
    config: Configuration
    messages: Messages
    opened: OpenFiles
    full: bool
    _compared: dict[tuple[str, str], bool] = field(default_factory=dict)

    @property
    def header(self) -> Header:
        """The file's header."""
        return self.file.header

    def equal(self, one: Tensor, other: Tensor) -> bool:
        """Whether two tensors are equal. Two names are read once, however many checks compare them."""
        names = one.name, other.name
        if names not in self._compared:
            whole = self.full and not one.same_bytes(other)
            self._compared[names] = self.whole.equal(one, other) if whole else equal(one, other, self.opened)
        return self._compared[names]

    def looked(self, one: Tensor, other: Tensor) -> str:
        """How closely two tensors were compared."""
        if one.same_bytes(other):
            return "the same bytes"
        if self.full or one.numbers <= WHOLE:
            return "every byte"
        kind = "rows" if len(one.shape) > 1 else "numbers"
        return f"{min(SAMPLED_ROWS, one.shape[0])} of {one.shape[0]:,} {kind} compared; --full compares all"

    @cached_property
    def whole(self) -> Whole:
        """What --full reads, each tensor once: all of them now, and the word embedding beside another like it."""
        words, pair = self.file.word_embedding, None
        if words in self.looked_at:
            alike = [one for one in self.looked_at if (one.shape, one.dtype) == (words.shape, words.dtype)]
            pair = next(((one, words) for one in alike if not one.same_bytes(words)), None)
        found = Whole(self.opened, words)
        found.read_all(self.looked_at, pair)
        return found

    @cached_property
    def looked_at(self) -> list[Tensor]:
        """Whose numbers can be looked at, in the order of the files."""
        found = [one for one in self.header.tensors.values() if readable(one) and one.numbers]
        found.sort(key=lambda one: (str(one.place.file), one.place.offset, one.start) if one.place else ("", 0, 0))
        return found

    def say(self, name: str, **values: Any) -> Finding:
        """A finding in the words of messages.yml."""
        return self.messages.finding(name, **values)

    @cached_property
    def class_prefix(self) -> str:
        """How the names of the family's classes begin; "" where no family fits."""
        return self.config.class_prefix(self.file.family) if self.file.family else ""

    @cached_property
    def tied(self) -> bool:
        """Whether the output matrix is tied to the word embedding."""
        return self.config.ties(self.file.family)

    @cached_property
    def ending(self) -> str | None:
        """What the configuration's class has after the family's name: `ForMaskedLM`; None if it is no such class."""
        endings = self.file.family.endings if self.file.family else ()
        return next((one for one in endings if self.class_prefix + one == self.config.class_name), None)

    @cached_property
    def quantised(self) -> bool:
        """Whether the weights are no plain numbers."""
        return isinstance(self.config.content.get("quantization_config"), dict) or self.file.has_whole_numbers

    def has_head(self, class_name: str) -> bool:
        """Whether a class has an output matrix that is another name of the word embedding."""
        alias = self.file.family.head_alias("weight") if self.file.family else None
        return bool(alias and class_name.removeprefix(self.class_prefix) in alias.classes)

    def layers_in_words(self, between: str, one: str, more: str) -> str:
        """How many layers the file has; of ALBERT, how many groups, and how many layers share them."""
        words = []
        for name, held in self.file.layers.items():
            shared = self.config.number("num_hidden_layers")
            groups = f"{held} group{'s' * (held != 1)}" + (f" (shared by {shared} layers)" if shared else "")
            words.append(groups if name == GROUPS else f"{held}{one if held == 1 else more}")
        return between.join(words)

    def wanted(self, row: Row) -> bool:
        """Whether the classes have the row, by the configuration. Without one, of the encoder the file decides."""
        if not row.only_if:
            return True
        if not self.config.is_there and row.part == "encoder":
            return any(one.row.only_if == row.only_if for one in self.file.named.values())
        return all(self._holds(*one) for one in row.only_if)

    def _holds(self, field: str, condition: str, asked: Any) -> bool:
        if condition == "differs from":
            return self.expected(field) != self.expected(asked)
        said = self.config.content.get(field)
        said = self._default(field) if said is None else said
        if condition in ("has", "has not"):
            return (isinstance(said, str | list) and asked in said) == (condition == "has")
        return bool(said == asked) == (condition == "is")

    def _default(self, field: str) -> Any:
        return self.file.family.defaults.get(field) if self.file.family else None

    def expected(self, field: str) -> int | None:
        """A field's size: what the configuration says, or else most of the shapes."""
        if field == LABELS:
            return self.config.labels
        held, default = self.file.sizes.get(field), self._default(field)
        said = self.config.number(field)
        if said is None and self.config.is_there and default is not None:
            return default if type(default) is int else self.expected(default) if isinstance(default, str) else None
        return said if said is not None else most_frequent(held) if held else None

    @cached_property
    def unsaid(self) -> list[str]:
        """Fields of sizes and layers that config.json does not say, for which a class takes its own."""
        read = self.header.config_name == "config.json"
        fields = dict.fromkeys(field for field in (*self.file.sizes, *self.file.layers) if field != LABELS)
        said = [one for one in fields if self.config.number(one) is not None or self._default(one) is not None]
        return [one for one in fields if not read or one not in said]

    @cached_property
    def misfits(self) -> set[str]:
        """Keys whose shape is not what the configuration, or most of the file, asks for."""
        found = set()
        for name, sizes in self.file.sizes.items():
            expected = self.expected(name)
            found |= {one for size, names in sizes.items() if expected not in (size, None) for one in names}
        return {key for key, one in self.file.named.items() if one.name in found or self._is_of_another_form(one)}

    def _is_of_another_form(self, one: Named) -> bool:
        """Whether a tensor has too many dimensions or too few, or a head is not as wide as every such head is."""
        tensor, row = self.file.tensors[one.name], one.row
        if row.kind == "buffer" or "int" in tensor.dtype:
            return False
        fixed = row.part != "encoder" and len(tensor.shape) == len(row.shape)
        return len(tensor.shape) != len(row.shape) or (
            fixed
            and any(int(words) != size for words, size in zip(row.shape, tensor.shape, strict=True) if words.isdigit())
        )

    def layer_count(self, row: Row) -> int:
        """How many layers of a row there should be."""
        if row.layers.isdigit():
            return int(row.layers)
        said = self.config.number(row.layers)
        held = self.file.layers.get(row.layers, 0)
        return said if said is not None and 0 <= said <= MOST_LAYERS else min(held, MOST_LAYERS)

    def keys(self, row: Row) -> Iterable[str]:
        """The keys of a row, with the layers' numbers."""
        if not row.layers:
            return (row.key,)
        return (row.key.replace(".N.", f".{index}.", 1) for index in range(self.layer_count(row)))


def make_context(
    header: Header, messages: Messages, families: tuple[Family, ...], opened: OpenFiles, full: bool
) -> CheckContext:
    """Looks a header's names up."""
    config = Configuration(header.config or {}, header.config is not None, messages)
    file = FileContents(header, messages, families, config.names_of)
    return CheckContext(file, config, messages, opened, full)
