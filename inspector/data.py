"""The plain data between the stages of an inspection, and its two errors.

Sizes and offsets are bytes. Text that comes from a file (names, configurations) is kept as it is:
`report_formats` escapes it.
"""

from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any, Literal, TypeAlias

Level: TypeAlias = Literal["fine", "note", "problem"]
LEVELS: tuple[Level, ...] = ("fine", "note", "problem")  # the worst last

# Bytes that one number of a type takes. Types that are not here are named in a report and their values left alone.
ITEM_BYTES = {
    "float64": 8, "float32": 4, "float16": 2, "bfloat16": 2, "float8_e4m3fn": 1, "float8_e5m2": 1,
    "int64": 8, "int32": 4, "int16": 2, "int8": 1, "uint64": 8, "uint32": 4, "uint16": 2, "uint8": 1,
    "bool": 1, "complex64": 8, "complex128": 16,
}  # fmt: skip
FLOATS = ("float32", "float16", "bfloat16", "float64")  # types whose values are looked at


class InspectorError(Exception):
    """A mistake in what the program was given. Each line says what, where, and how to mend it."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class Unreadable(InspectorError):
    """A checkpoint that cannot be read, or must not be."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a storage's bytes lie: in `file`, which is one of the header's, or in a member of it that is an archive."""

    file: Path
    offset: int  # of the storage's first byte, in the file or in the unpacked stream of an archive
    size: int


@dataclass(frozen=True, slots=True)
class Tensor:
    """One name in the file, and where its numbers are. Two names with one `storage` share their bytes."""

    name: str
    shape: tuple[int, ...]
    dtype: str  # as torch calls it, without `torch.`
    place: Place | None = None  # None: the file that holds the numbers is not there
    storage: str = ""  # which storage, unique in a header
    start: int = 0  # the first number, counted in the storage
    strides: tuple[int, ...] | None = None  # None: row by row, without gaps

    @property
    def numbers(self) -> int:
        """How many numbers the shape means."""
        return prod(self.shape)

    @property
    def size(self) -> int:
        """How many bytes they take; 0 for a type that is not known."""
        return self.numbers * ITEM_BYTES.get(self.dtype, 0)

    @property
    def contiguous(self) -> bool:
        """Whether the numbers lie row by row without gaps."""
        expected = 1
        for length, stride in zip(reversed(self.shape), reversed(self.strides or ()), strict=False):
            if length != 1 and stride != expected:
                return False
            expected *= length
        return True

    def same_bytes(self, other: "Tensor") -> bool:
        """Whether both names mean the very same bytes."""
        mine, its = (
            (one.storage, one.start, one.shape, one.dtype, one.strides if not one.contiguous else None)
            for one in (self, other)
        )
        return mine == its and bool(self.storage)


@dataclass(frozen=True, slots=True)
class WeightFile:
    """A file that was read, under the name that a report shows."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What is asked of a vocab.txt: how many lines it has, and where `[unused…]` and `[PAD]` are, counted from 0."""

    lines: int = 0  # 0: there was none
    unused: tuple[int, ...] = ()
    pads: tuple[int, ...] = ()


@dataclass(frozen=True)
class Header:
    """What a checkpoint says of itself, without its numbers."""

    source: str  # as the reader gave it
    format: str  # in words: "safetensors", "PyTorch, zip", …
    files: tuple[WeightFile, ...]
    tensors: dict[str, Tensor]
    metadata: dict[str, str] = field(default_factory=dict)
    config: dict[str, Any] | None = None  # None: there was none
    config_name: str = ""  # of its file, "" if there was none
    vocabulary: Vocabulary = Vocabulary()  # beside it
    wrapper: str = ""  # the key under which the tensors lay, "" if they lay at the top
    others: tuple[str, ...] = ()  # further files with weights beside it, which were not read
    notes: tuple[str, ...] = ()  # what was left aside, and why
    adapter: dict[str, Any] | None = None  # an adapter's configuration; None: the weights are no adapter
    modules: tuple[str, ...] = ()  # of a SentenceTransformer, in words: "Transformer", "Pooling (mean)"

    @property
    def not_loaded(self) -> str:
        """What must be done before a from_pretrained of today opens this form; "" if it does."""
        return "converted" if self.format == "TensorFlow" else "unpacked" if self.format.endswith(".tar.gz") else ""

    @cached_property
    def lost_files(self) -> tuple[str, ...]:
        """Files that hold numbers and are not there."""
        files = {one.place.file for one in self.tensors.values() if one.place}
        return tuple(sorted(one.name for one in files if not one.is_file()))


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `name` says which, and is the same in every report."""

    name: str
    level: Level
    what: str  # a sentence
    why: str = ""  # a sentence or two
    do: str = ""  # "" where nothing is to be done
    page: str = ""  # of the site, relative: "loading/class-by-file.md#with-position_ids"
    about: str = "file"  # or: head, of the output matrix and its bias; class, of the one that the configuration names
    counts: bool = True  # whether a problem makes the command exit with 1


@dataclass(frozen=True, slots=True)
class ClassFit:
    """What one class of the family finds in the file. A part is a head, the pooler or a layer."""

    name: str  # of the class
    level: Level
    found: int  # parameters' names that it takes from the file, aliases included
    missing: tuple[str, ...]  # parts that are made new
    unused: tuple[str, ...]  # parts of the file that it leaves out
    missing_names: tuple[str, ...] = ()
    misfits: tuple[str, ...] = ()  # names of another shape than the class has
    verdict: str = ""  # in words: "all there", "NSP head random"


@dataclass(frozen=True)
class Report:
    """What is shown: the summary first, then the classes, then the findings, the worst first."""

    source: str
    format: str
    full: bool  # every byte that matters was read, not samples
    files: tuple[WeightFile, ...]
    family: str  # as a configuration calls it ("bert"), "" if no family fits
    summary: dict[str, str]  # label → words, in order: family, size, layers, names, dtype, …
    parts: tuple[str, ...]  # that the file holds: "encoder", "pooler", "MLM head", …
    classes: tuple[ClassFit, ...]
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()
    asked: str = ""  # the class that the reader asks about: it decides what fails

    @property
    def failed(self) -> bool:
        """Whether a finding that counts is a problem."""
        return any(one.level == "problem" and one.counts for one in self.findings)

    @property
    def level(self) -> Level:
        """The worst of the findings."""
        return max((one.level for one in self.findings), key=LEVELS.index, default="fine")
