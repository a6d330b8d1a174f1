"""Derive what the names and shapes in a file say: its family, which name is what, sizes, and how many layers."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from inspector.data import Header, Tensor
from inspector.families import Family, FamilyMatch, MatchedName, best_match
from inspector.messages import Messages

MULTIPLE = re.compile(r"(\d+) (\w+)")  # in a known name's shape: "3 hidden_size"
LONGER = re.compile(r"(\w+) \+ (\d+)")  # "max_position_embeddings + 2"


@dataclass(frozen=True)
class FileContents:
    """Hold a header and derive what its names mean. `expected_type` is the family whose names the config promises."""

    header: Header
    messages: Messages
    families: tuple[Family, ...]
    expected_type: str

    @cached_property
    def is_tensorflow(self) -> bool:
        """Return whether the file is TensorFlow's index with TensorFlow's names, which have slashes."""
        return any("/" in name for name in self.header.tensors) and self.header.format == "TensorFlow"

    @cached_property
    def names_left_aside(self) -> dict[str, str]:
        """Return names that belong to no model, such as an optimiser's, each with what it is."""
        kinds = {}
        for name in self.header.tensors:
            for pattern, what in self.messages.left_aside:
                if re.search(pattern, name):
                    kinds[name] = what
                    break
        return kinds

    @cached_property
    def tensors(self) -> dict[str, Tensor]:
        """Return the model's tensors, with names and shapes as PyTorch has them; header.tensors has the file's own."""
        own = {name: tensor for name, tensor in self.header.tensors.items() if name not in self.names_left_aside}
        return {self._pytorch_name(name): self._pytorch_layout(name, tensor) for name, tensor in own.items()}

    def _pytorch_name(self, name: str) -> str:
        for pattern, replacement in self.messages.tensorflow_names if self.is_tensorflow else ():
            name = re.sub(pattern, replacement, name)
        return name

    def _pytorch_layout(self, name: str, tensor: Tensor) -> Tensor:
        """Return the tensor as PyTorch has it: TensorFlow's kernels are (inputs, outputs), PyTorch's the other way."""
        if not (self.is_tensorflow and name.endswith(self.messages.transposed) and len(tensor.shape) == 2):
            return tensor
        return replace(tensor, shape=tensor.shape[::-1], strides=(1, tensor.shape[1]))

    @cached_property
    def match(self) -> FamilyMatch | None:
        """Return the family that the names fit best, and how, or None."""
        return best_match(list(self.tensors), self.families, self.expected_type)

    @cached_property
    def family(self) -> Family | None:
        """Return the family whose parameter names fit best, or None."""
        return self.match.family if self.match else None

    @cached_property
    def matched_by_key(self) -> dict[str, MatchedName]:
        """Return the names that the family has; {} without a family."""
        return self.match.matched_by_key if self.match else {}

    def tensor_of_key(self, key: str) -> Tensor | None:
        """Return the tensor of one of the family's keys (not of a name in `tensors`), or None if the file has none."""
        entry = self.matched_by_key.get(key)
        return self.tensors[entry.tensor_name] if entry else None

    @cached_property
    def word_embedding(self) -> Tensor | None:
        """Return the word embedding, (vocabulary, width), or None if the file has none or it is no matrix."""
        tensor = self.tensor_of_key(self.family.word_embedding_key) if self.family else None
        return tensor if tensor and len(tensor.shape) == 2 else None

    @cached_property
    def is_wrapped(self) -> bool:
        """Return whether from_pretrained finds no name: they have a prefix, or lie in a dict inside the file."""
        return bool(self.header.wrapper or (self.match and self.match.wrapper))

    @cached_property
    def has_integer_weights(self) -> bool:
        """Return whether a parameter is stored as whole numbers, as quantised weights are."""
        dtypes = (
            self.tensors[entry.tensor_name].dtype
            for entry in self.matched_by_key.values()
            if entry.known_name.kind == "parameter"
        )
        return any("int" in dtype for dtype in dtypes)

    @cached_property
    def field_sizes(self) -> dict[str, dict[int, list[str]]]:
        """Return what the shapes say of each field of a configuration: field → size → names of tensors that say so."""
        field_sizes: dict[str, dict[int, list[str]]] = {}
        for entry in self.matched_by_key.values():
            shape = self.tensors[entry.tensor_name].shape
            packed = "int" in self.tensors[entry.tensor_name].dtype  # quantised: two numbers of four bits, say
            if len(shape) == len(entry.known_name.shape) and entry.known_name.kind != "buffer" and not packed:
                for length, expected in zip(shape, entry.known_name.shape, strict=True):
                    multiple, longer = MULTIPLE.fullmatch(expected), LONGER.fullmatch(expected)
                    field, factor = (multiple[2], int(multiple[1])) if multiple else (expected, 1)
                    field, more = (longer[1], int(longer[2])) if longer else (field, 0)
                    size = (length - more) // factor
                    if not field.isdigit() and length % factor == 0 and size >= 0:
                        field_sizes.setdefault(field, {}).setdefault(size, []).append(entry.tensor_name)
        return field_sizes

    @cached_property
    def layer_counts(self) -> dict[str, int]:
        """Return how many layers the file has, by the field of a configuration that counts them."""
        layer_counts: dict[str, int] = {}
        for entry in self.matched_by_key.values():
            if entry.layer >= 0 and not entry.known_name.layers.isdigit():
                layer_counts[entry.known_name.layers] = max(
                    layer_counts.get(entry.known_name.layers, 0), entry.layer + 1
                )
        return layer_counts


def most_frequent_size(names_by_size: dict[int, list[str]]) -> int:
    """Return the size that most names have, of one field in FileContents.field_sizes."""
    return max(names_by_size, key=lambda size: len(names_by_size[size]))
