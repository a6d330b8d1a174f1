"""Give every check the same view: the file's contents, the configuration, and what follows from both."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any

from inspector.configuration import Configuration
from inspector.data import Finding, Header, Tensor
from inspector.families import (
    HEADS_AND_WIDTHS,
    LABELS_FIELD,
    LISTS_OF_LAYERS,
    MEASURED_WITH,
    Family,
    KnownName,
    MatchedName,
)
from inspector.file_contents import FileContents, most_frequent_size
from inspector.full_scan import FullScan
from inspector.messages import Messages
from inspector.sources import OpenFiles
from inspector.values import MAX_COMPARED_WIDTH, MAX_FULLY_COMPARED, SAMPLED_ROWS, is_readable, sampled_equal

MAX_LAYERS = 1_000  # a configuration may say a billion, and checks list a key for each layer and name
LAYER_GROUPS_FIELD = "num_hidden_groups"  # of ALBERT: layers that share their parameters


@dataclass(frozen=True)
class CheckContext:
    """Hold what is examined, and how closely: `full` reads every number, not sampled rows."""

    file: FileContents
    config: Configuration
    messages: Messages
    open_files: OpenFiles
    full: bool
    _equality_by_names: dict[tuple[str, str], bool] = field(default_factory=dict, init=False)

    @property
    def header(self) -> Header:
        """Return the file's header: names, shapes and locations."""
        return self.file.header

    def found_equal(self, one: Tensor, other: Tensor) -> bool:
        """Return whether two tensors are equal, as far as `how_compared` says. The answer is kept for later checks.

        With --full, the first call may scan the complete file.
        """
        names = one.name, other.name
        if names not in self._equality_by_names:
            scanned = self.full and not one.shares_bytes(other)
            self._equality_by_names[names] = (
                self.full_scan.equal(one, other) if scanned else sampled_equal(one, other, self.open_files)
            )
        return self._equality_by_names[names]

    def how_compared(self, one: Tensor, other: Tensor) -> str:
        """Return how closely two tensors were compared, as a clause: "every byte"."""
        if one.shares_bytes(other):
            return "the same bytes"
        if self.full or one.numel <= MAX_FULLY_COMPARED:
            return "every byte"
        kind = "rows" if len(one.shape) > 1 else "numbers"
        kind = f"beginnings of {kind}" if one.numel // one.shape[0] > MAX_COMPARED_WIDTH else kind
        return f"{min(SAMPLED_ROWS, one.shape[0])} of {one.shape[0]:,} {kind} compared; --full compares all"

    @cached_property
    def full_scan(self) -> FullScan:
        """Scan all readable tensors, once, for --full.

        In the same pass compare the word embedding with the first tensor of its shape and type: a decoder, most likely.
        """
        embedding, pair = self.file.word_embedding, None
        if embedding in self.readable_tensors:
            alike = [
                tensor
                for tensor in self.readable_tensors
                if (tensor.shape, tensor.dtype) == (embedding.shape, embedding.dtype)
            ]
            pair = next(((tensor, embedding) for tensor in alike if not tensor.shares_bytes(embedding)), None)
        scan = FullScan(self.open_files, embedding)
        scan.scan_all(self.readable_tensors, pair)
        return scan

    @cached_property
    def readable_tensors(self) -> list[Tensor]:
        """Return the tensors whose numbers can be read, in the order in which they lie in the files."""
        tensors = [tensor for tensor in self.header.tensors.values() if is_readable(tensor) and tensor.numel]
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
    def is_tied(self) -> bool:
        """Return whether the output matrix is tied to the word embedding."""
        return self.config.is_tied(self.file.family)

    @cached_property
    def config_class_ending(self) -> str | None:
        """Return the ending of the configuration's class, "ForMaskedLM" say; None if it is no class of the family."""
        class_endings = self.file.family.class_endings if self.file.family else ()
        return next((ending for ending in class_endings if self.class_prefix + ending == self.config.class_name), None)

    @cached_property
    def is_quantised(self) -> bool:
        """Return whether the configuration says that weights are quantised, or some are stored as whole numbers."""
        return isinstance(self.config.content.get("quantization_config"), dict) or self.file.has_integer_weights

    @cached_property
    def unjudged(self) -> list[str]:
        """Return what the configuration says that the table of names was not measured with, as "field value"."""
        if self.file.family is None:
            return []
        content, family = self.config.content, self.file.family.model_type
        said = [
            field
            for field, values in {**MEASURED_WITH[""], **MEASURED_WITH.get(family, {})}.items()
            if content.get(field) is not None and content[field] not in values
        ]
        layers = self.config.int_field("num_hidden_layers")
        said += [
            field
            for field in LISTS_OF_LAYERS
            if isinstance(content.get(field), list) and layers not in (None, len(content[field]))
        ]
        if content.get("is_gated_act") is not None and family == "t5":
            gated = "gated" in str(content.get("feed_forward_proj"))
            said += ["is_gated_act"] if content["is_gated_act"] != gated else []
        return [f"{field} {str(content[field]).lower()[:40]}" for field in said]

    @cached_property
    def undivided(self) -> tuple[str, str, int, int] | None:
        """Return fields and values of heads and width if the first does not divide the second: no class can be made."""
        for heads, width in HEADS_AND_WIDTHS:
            count, size = self.config.int_field(heads), self.expected_size(width) if self.file.family else None
            if count is not None and size is not None and (not count or size % count):
                return heads, width, count, size
        return None

    def has_tieable_output_matrix(self, class_name: str) -> bool:
        """Return whether a class has an output matrix that can be tied to the word embedding; a classifier has none."""
        alias = self.file.family.head_alias("weight") if self.file.family else None
        return bool(alias and class_name.removeprefix(self.class_prefix) in alias.class_endings)

    def describe_layers(self, separator: str, singular: str, plural: str) -> str:
        """Return how many layers the file has; of ALBERT, how many groups, and how many layers share them."""
        words, layer_total = [], self.config.int_field("num_hidden_layers")
        sharing = f" (shared by {layer_total} layers)" if layer_total else ""
        for field_name, count in self.file.layer_counts.items():
            groups = f"{count} group{'s' * (count != 1)}{sharing}"
            words.append(groups if field_name == LAYER_GROUPS_FIELD else f"{count}{singular if count == 1 else plural}")
        return separator.join(words)

    def is_expected(self, known_name: KnownName) -> bool:
        """Return whether classes have the name under this configuration.

        Without a configuration, a conditional name of the encoder is expected if the file has any name with the same
        conditions.
        """
        if not known_name.conditions:
            return True
        if not self.config.exists and known_name.part == "encoder":
            return any(
                entry.known_name.conditions == known_name.conditions for entry in self.file.matched_by_key.values()
            )
        return all(self._meets(*condition) for condition in known_name.conditions)

    def _meets(self, field_name: str, operator: str, operand: Any) -> bool:
        """Return whether the configuration meets a condition; for the operators see `Condition`."""
        if operator == "differs from":
            return self.expected_size(field_name) != self.expected_size(operand)
        value = self.config.content.get(field_name)
        value = self._default(field_name) if value is None else value
        if operator in ("has", "has not"):
            return (isinstance(value, str | list) and operand in value) == (operator == "has")
        return bool(value == operand) == (operator == "is")  # else "is not"

    def _has_default(self, field: str) -> bool:
        return all(
            self.config.int_field(factor) is not None or self._default(factor) is not None
            for factor in field.split(" × ")
        )

    def _default(self, field_name: str) -> Any:
        return self.file.family.defaults.get(field_name) if self.file.family else None

    def expected_size(self, field_name: str) -> int | None:
        """Return a field's size: what the configuration says, else the family's default, else what most shapes say.

        The default counts only with a configuration. None if there is none of these.
        """
        if field_name == LABELS_FIELD:
            return self.config.label_count
        if self.config.exists and " × " in field_name:
            factors = [self.expected_size(factor) for factor in field_name.split(" × ")]
            return None if None in factors else prod(factor for factor in factors if factor is not None)
        names_by_size, default = self.file.field_sizes.get(field_name), self._default(field_name)
        configured = self.config.int_field(field_name)
        if configured is None and self.config.exists and default is not None:
            # A default is a number, or the field whose value it takes, or a multiple of it: "4 n_embd".
            factor, _, field = str(default).rpartition(" ")
            size = default if type(default) is int else self.expected_size(field)
            return size * int(factor or 1) if size is not None else None
        return configured if configured is not None else most_frequent_size(names_by_size) if names_by_size else None

    @cached_property
    def undefined_fields(self) -> list[str]:
        """Return the fields of sizes and layers that neither config.json nor the family's defaults give.

        All of them without a config.json. A class takes numbers of its own for these fields.
        """
        is_config_json = self.header.config_name == "config.json"
        fields = dict.fromkeys(
            field for field in (*self.file.field_sizes, *self.file.layer_counts) if field != LABELS_FIELD
        )
        defined = [field for field in fields if self.config.int_field(field) is not None or self._has_default(field)]
        return [field for field in fields if not is_config_json or field not in defined]

    @cached_property
    def misfit_keys(self) -> set[str]:
        """Return the keys of tensors whose shape is not what the configuration, or most of the file, asks for."""
        misfit_names = set()
        for field_name, names_by_size in self.file.field_sizes.items():
            expected = self.expected_size(field_name)
            misfit_names |= {
                name for size, names in names_by_size.items() if expected not in (size, None) for name in names
            }
        return {
            key
            for key, entry in self.file.matched_by_key.items()
            if entry.tensor_name in misfit_names or self._misfits_family(entry)
        }

    def _misfits_family(self, entry: MatchedName) -> bool:
        """Return whether a tensor's shape cannot be the family's, whatever the sizes in the configuration are.

        It has more or fewer dimensions or, in a head, another length where the family has a number.
        """
        tensor, known_name = self.file.tensors[entry.tensor_name], entry.known_name
        if known_name.kind == "buffer" or "int" in tensor.dtype:
            return False
        if len(tensor.shape) != len(known_name.shape):
            return True
        lengths = zip(known_name.shape, tensor.shape, strict=True)
        differ = (int(expected) != length for expected, length in lengths if expected.isdigit())
        return known_name.part != "encoder" and any(differ)

    def layer_count(self, known_name: KnownName) -> int:
        """Return how many layers should have the name, by the configuration or else the file; at most MAX_LAYERS."""
        if known_name.layers.isdigit():
            return int(known_name.layers)
        configured = self.config.int_field(known_name.layers)
        in_file = self.file.layer_counts.get(known_name.layers, 0)
        return min(in_file if configured is None else configured, MAX_LAYERS)

    def keys_in_layers(self, known_name: KnownName) -> Iterable[str]:
        """Return the name's key in each layer, or its one key outside the layers."""
        if not known_name.layers:
            return (known_name.key,)
        indices = range(known_name.first_layer, self.layer_count(known_name))
        return (known_name.key.replace(".N.", f".{index}.", 1) for index in indices)


def make_context(
    header: Header, messages: Messages, families: tuple[Family, ...], open_files: OpenFiles, full: bool
) -> CheckContext:
    """Return the context for the checks of one header."""
    config = Configuration(header.config or {}, header.config is not None, messages)
    file = FileContents(header, messages, families, config.naming_type)
    return CheckContext(file, config, messages, open_files, full)
