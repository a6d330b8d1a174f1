"""Give every check the same view: the file's contents, the configuration, and what follows from both."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from inspector.configuration import Configuration
from inspector.data import Finding, Header, Tensor
from inspector.families import LABELS_FIELD, Family, KnownName, MatchedName
from inspector.file_contents import FileContents, most_frequent_size
from inspector.full_scan import FullScan
from inspector.messages import Messages
from inspector.sources import OpenFiles
from inspector.values import MAX_FULLY_COMPARED, SAMPLED_ROWS, readable, sampled_equal

MAX_LAYERS = 10_000
LAYER_GROUPS_FIELD = "num_hidden_groups"  # of ALBERT: layers that share their parameters


@dataclass(frozen=True)
class CheckContext:
    """Hold what is examined, and how closely: `full` reads every number, not sampled rows."""

    file: FileContents
    config: Configuration
    messages: Messages
    opened: OpenFiles
    full: bool
    _compared: dict[tuple[str, str], bool] = field(
        default_factory=dict
    )  # names of two tensors → whether they are equal

    @property
    def header(self) -> Header:
        """Return the file's header: names, shapes and locations."""
        return self.file.header

    def equal(self, one: Tensor, other: Tensor) -> bool:
        """Return whether two tensors have equal bytes. Each pair is read once, however many checks compare it."""
        names = one.name, other.name
        if names not in self._compared:
            scanned = self.full and not one.shares_bytes(other)
            self._compared[names] = (
                self.full_scan.equal(one, other) if scanned else sampled_equal(one, other, self.opened)
            )
        return self._compared[names]

    def how_compared(self, one: Tensor, other: Tensor) -> str:
        """Return how closely two tensors were compared, as a clause: "every byte"."""
        if one.shares_bytes(other):
            return "the same bytes"
        if self.full or one.numel <= MAX_FULLY_COMPARED:
            return "every byte"
        kind = "rows" if len(one.shape) > 1 else "numbers"
        return f"{min(SAMPLED_ROWS, one.shape[0])} of {one.shape[0]:,} {kind} compared; --full compares all"

    @cached_property
    def full_scan(self) -> FullScan:
        """Read every number, for --full. A tensor like the word embedding is compared with it in the same pass."""
        embedding, pair = self.file.word_embedding, None
        if embedding in self.readable_tensors:
            alike = [
                tensor
                for tensor in self.readable_tensors
                if (tensor.shape, tensor.dtype) == (embedding.shape, embedding.dtype)
            ]
            pair = next(((tensor, embedding) for tensor in alike if not tensor.shares_bytes(embedding)), None)
        scan = FullScan(self.opened, embedding)
        scan.scan_all(self.readable_tensors, pair)
        return scan

    @cached_property
    def readable_tensors(self) -> list[Tensor]:
        """Return the tensors whose numbers can be read, in the order in which they lie in the files."""
        tensors = [tensor for tensor in self.header.tensors.values() if readable(tensor) and tensor.numel]
        tensors.sort(
            key=lambda tensor: (
                (str(tensor.location.file), tensor.location.offset, tensor.storage_offset)
                if tensor.location
                else ("", 0, 0)
            )
        )
        return tensors

    def finding(self, name: str, **values: Any) -> Finding:
        """Return the finding of that name in messages.yml. The values are those of its placeholders."""
        return self.messages.finding(name, **values)

    @cached_property
    def class_prefix(self) -> str:
        """Return how the names of the family's classes begin; "" if no family fits."""
        return self.config.class_prefix(self.file.family) if self.file.family else ""

    @cached_property
    def tied(self) -> bool:
        """Return whether the output matrix is tied to the word embedding."""
        return self.config.is_tied(self.file.family)

    @cached_property
    def config_ending(self) -> str | None:
        """Return what the configuration's class has after the family's name: `ForMaskedLM`; None for other classes."""
        endings = self.file.family.endings if self.file.family else ()
        return next((ending for ending in endings if self.class_prefix + ending == self.config.class_name), None)

    @cached_property
    def is_quantised(self) -> bool:
        """Return whether the configuration says that weights are quantised, or some are stored as whole numbers."""
        return isinstance(self.config.content.get("quantization_config"), dict) or self.file.has_integer_weights

    def has_head(self, class_name: str) -> bool:
        """Return whether a class has an output matrix that can be tied to the word embedding."""
        alias = self.file.family.head_alias("weight") if self.file.family else None
        return bool(alias and class_name.removeprefix(self.class_prefix) in alias.classes)

    def describe_layers(self, separator: str, singular: str, plural: str) -> str:
        """Return how many layers the file has; of ALBERT, how many groups, and how many layers share them."""
        words = []
        for field_name, count in self.file.layer_counts.items():
            sharing = self.config.count("num_hidden_layers")
            groups = f"{count} group{'s' * (count != 1)}" + (f" (shared by {sharing} layers)" if sharing else "")
            words.append(groups if field_name == LAYER_GROUPS_FIELD else f"{count}{singular if count == 1 else plural}")
        return separator.join(words)

    def applies(self, known: KnownName) -> bool:
        """Return whether classes have the name under this configuration.

        Without a configuration, the file decides for the encoder's names: it has one of those with these conditions.
        """
        if not known.conditions:
            return True
        if not self.config.exists and known.part == "encoder":
            return any(entry.known.conditions == known.conditions for entry in self.file.matched.values())
        return all(self._meets(*condition) for condition in known.conditions)

    def _meets(self, field_name: str, operator: str, operand: Any) -> bool:
        """Return whether the configuration meets a condition."""
        if operator == "differs from":
            return self.expected_size(field_name) != self.expected_size(operand)
        value = self.config.content.get(field_name)
        value = self._default(field_name) if value is None else value
        if operator in ("has", "has not"):
            return (isinstance(value, str | list) and operand in value) == (operator == "has")
        return bool(value == operand) == (operator == "is")

    def _default(self, field_name: str) -> Any:
        return self.file.family.defaults.get(field_name) if self.file.family else None

    def expected_size(self, field_name: str) -> int | None:
        """Return a field's size: what the configuration says, or else the size that most shapes have, or None."""
        if field_name == LABELS_FIELD:
            return self.config.labels
        sizes, default = self.file.field_sizes.get(field_name), self._default(field_name)
        configured = self.config.count(field_name)
        if configured is None and self.config.exists and default is not None:
            # A default is a number, or the name of the field whose value it takes.
            return (
                default if type(default) is int else self.expected_size(default) if isinstance(default, str) else None
            )
        return configured if configured is not None else most_frequent_size(sizes) if sizes else None

    @cached_property
    def undefined_fields(self) -> list[str]:
        """Return the fields of sizes and layers that config.json lacks: a class takes numbers of its own for them."""
        is_config_json = self.header.config_name == "config.json"
        fields = dict.fromkeys(
            field for field in (*self.file.field_sizes, *self.file.layer_counts) if field != LABELS_FIELD
        )
        defined = [
            field for field in fields if self.config.count(field) is not None or self._default(field) is not None
        ]
        return [field for field in fields if not is_config_json or field not in defined]

    @cached_property
    def misfits(self) -> set[str]:
        """Return the keys of tensors whose shape is not what the configuration, or most of the file, asks for."""
        misfit_names = set()
        for field_name, sizes in self.file.field_sizes.items():
            expected = self.expected_size(field_name)
            misfit_names |= {name for size, names in sizes.items() if expected not in (size, None) for name in names}
        return {
            key
            for key, entry in self.file.matched.items()
            if entry.stored_name in misfit_names or self._has_other_form(entry)
        }

    def _has_other_form(self, entry: MatchedName) -> bool:
        """Return whether a tensor has more or fewer dimensions than the family's, or a head another fixed size."""
        tensor, known = self.file.tensors[entry.stored_name], entry.known
        if known.kind == "buffer" or "int" in tensor.dtype:
            return False
        fixed = known.part != "encoder" and len(tensor.shape) == len(known.shape)
        return len(tensor.shape) != len(known.shape) or (
            fixed
            and any(
                int(expected) != size
                for expected, size in zip(known.shape, tensor.shape, strict=True)
                if expected.isdigit()
            )
        )

    def layer_count(self, known: KnownName) -> int:
        """Return how many layers should have the name: by the configuration, or else by the file."""
        if known.layers.isdigit():
            return int(known.layers)
        configured = self.config.count(known.layers)
        in_file = self.file.layer_counts.get(known.layers, 0)
        # keys() lists as many, and a configuration may hold any number.
        return configured if configured is not None and 0 <= configured <= MAX_LAYERS else min(in_file, MAX_LAYERS)

    def keys(self, known: KnownName) -> Iterable[str]:
        """Return the name's key in each layer, or its one key outside the layers."""
        if not known.layers:
            return (known.key,)
        return (known.key.replace(".N.", f".{index}.", 1) for index in range(self.layer_count(known)))


def make_context(
    header: Header, messages: Messages, families: tuple[Family, ...], opened: OpenFiles, full: bool
) -> CheckContext:
    """Return the context for the checks of one header."""
    config = Configuration(header.config or {}, header.config is not None, messages)
    file = FileContents(header, messages, families, config.naming_type)
    return CheckContext(file, config, messages, opened, full)
