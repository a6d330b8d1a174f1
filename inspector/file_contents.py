"""What the names and shapes in a file say: its family, which name is what, sizes, and how many layers."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from inspector.data import Header, Tensor
from inspector.families import Family, Match, Named, match
from inspector.messages import Messages

TIMES = re.compile(r"(\d+) (\w+)")


@dataclass(frozen=True)
class FileContents:
    """A header and what its names mean. `expected_type` is the family whose names the configuration promises."""

    header: Header
    messages: Messages
    families: tuple[Family, ...]
    expected_type: str

    @cached_property
    def is_tensorflow(self) -> bool:
        """Whether the names are TensorFlow's."""
        return any("/" in name for name in self.header.tensors) and self.header.format == "TensorFlow"

    @cached_property
    def aside(self) -> dict[str, str]:
        """Names that belong to no model, and what they are."""
        found = {}
        for name in self.header.tensors:
            for pattern, what in self.messages.left_aside:
                if re.search(pattern, name):
                    found[name] = what
                    break
        return found

    @cached_property
    def tensors(self) -> dict[str, Tensor]:
        """Tensors of the model, by names in PyTorch's words."""
        own = {name: one for name, one in self.header.tensors.items() if name not in self.aside}
        return {self._in_pytorch(name): self._turned(name, one) for name, one in own.items()}

    def _in_pytorch(self, name: str) -> str:
        for pattern, words in self.messages.tensorflow_names if self.is_tensorflow else ():
            name = re.sub(pattern, words, name)
        return name

    def _turned(self, name: str, tensor: Tensor) -> Tensor:
        """The tensor as PyTorch would store it: TensorFlow's matrices lie the other way round."""
        if not (self.is_tensorflow and name.endswith(self.messages.transposed) and len(tensor.shape) == 2):
            return tensor
        return replace(tensor, shape=tensor.shape[::-1], strides=(1, tensor.shape[1]))

    @cached_property
    def match(self) -> Match | None:
        """The family that the names fit best, and how."""
        return match(list(self.tensors), self.families, self.expected_type)

    @cached_property
    def family(self) -> Family | None:
        """The same, without how it fits."""
        return self.match.family if self.match else None

    @cached_property
    def named(self) -> dict[str, Named]:
        """Names of the family that the file has, by key: without prefix and wrapper."""
        return self.match.named if self.match else {}

    def tensor(self, key: str) -> Tensor | None:
        """The tensor of a key of the family."""
        one = self.named.get(key)
        return self.tensors[one.name] if one else None

    @cached_property
    def word_embedding(self) -> Tensor | None:
        """The word embedding's matrix."""
        found = self.tensor(self.family.words) if self.family else None
        return found if found and len(found.shape) == 2 else None

    @cached_property
    def is_wrapped(self) -> bool:
        """Whether from_pretrained would find none of the names where it looks."""
        return bool(self.header.wrapper or (self.match and self.match.wrapper))

    @cached_property
    def has_whole_numbers(self) -> bool:
        """Whether a parameter is stored as whole numbers, as quantised weights are."""
        stored = (self.tensors[one.name].dtype for one in self.named.values() if one.row.kind == "parameter")
        return any("int" in one for one in stored)

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
        """How many layers the file has, by the field of the configuration that counts them."""
        found: dict[str, int] = {}
        for one in self.named.values():
            if one.layer >= 0 and not one.row.layers.isdigit():
                found[one.row.layers] = max(found.get(one.row.layers, 0), one.layer + 1)
        return found


def most_frequent(sizes: dict[int, list[str]]) -> int:
    """The size that most names have."""
    return max(sizes, key=lambda size: len(sizes[size]))
