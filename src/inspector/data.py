"""Define the plain data between the stages of an inspection, and its two errors.

Sizes and offsets are bytes unless a comment says numbers. Text that comes from a file (names, configurations) is kept
as it is: `report_formats` escapes it.
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
FLOATS = ("float32", "float16", "bfloat16", "float64")  # types whose values are read


class InspectorError(Exception):
    """Report a mistake in what the program was given. Each line says what, where, and how to mend it."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class Unreadable(InspectorError):
    """Refuse a checkpoint that cannot be read, or must not be."""


@dataclass(frozen=True, slots=True)
class StorageLocation:
    """Hold where a storage's bytes lie: in one of the header's files, or in a member of one that is an archive."""

    file: Path
    offset: int  # of the storage's first byte, in the file or in the unpacked stream of an archive
    size: int


@dataclass(frozen=True, slots=True)
class Tensor:
    """Represent one name in the file, and where its numbers are. Two names with one storage share their bytes."""

    name: str
    shape: tuple[int, ...]
    dtype: str  # as torch calls it, without `torch.`
    location: StorageLocation | None = None  # None: the file that holds the numbers is not there
    storage_id: str = ""  # the same for tensors that share a storage, unique in a header
    storage_offset: int = 0  # of the first number, counted in numbers from the storage's start
    strides: tuple[int, ...] | None = None  # in numbers; None: row by row, without gaps

    @property
    def numel(self) -> int:
        """Return how many numbers the shape has, 1 for a scalar."""
        return prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Return how many bytes the numbers take, 0 for a type that is not in ITEM_BYTES."""
        return self.numel * ITEM_BYTES.get(self.dtype, 0)

    @property
    def is_contiguous(self) -> bool:
        """Return whether the numbers lie row by row without gaps."""
        expected = 1
        for length, stride in zip(reversed(self.shape), reversed(self.strides or ()), strict=False):
            if length != 1 and stride != expected:
                return False
            expected *= length
        return True

    def shares_bytes(self, other: "Tensor") -> bool:
        """Return whether both names are one tensor: the same place in one storage, not only equal numbers."""
        # Strides of a contiguous tensor follow from its shape; some readers leave them out.
        mine, its = (
            (
                tensor.storage_id, tensor.storage_offset, tensor.shape, tensor.dtype,
                None if tensor.is_contiguous else tensor.strides,
            )
            for tensor in (self, other)
        )  # fmt: skip
        return mine == its and bool(self.storage_id)


@dataclass(frozen=True, slots=True)
class WeightFile:
    """Hold a file that was read, under the name that a report shows."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Hold what the checks need of a vocab.txt. A row is a line's number, counted from 0: the token's id."""

    line_count: int = 0  # 0: there was none
    unused_rows: tuple[int, ...] = ()  # of `[unused…]`
    pad_rows: tuple[int, ...] = ()  # of `[PAD]`


@dataclass(frozen=True)
class Header:
    """Hold what a checkpoint's files say of it, without its numbers."""

    source: str  # as the user gave it
    format: str  # in words: "safetensors", "PyTorch, zip", …
    files: tuple[WeightFile, ...]
    tensors: dict[str, Tensor]
    metadata: dict[str, str] = field(default_factory=dict)
    config: dict[str, Any] | None = None  # None: there was none
    config_name: str = ""  # of its file, "" if there was none
    vocabulary: Vocabulary = Vocabulary()
    wrapper: str = ""  # the key of the dict that holds the state dict, "" if the file is the state dict itself
    ignored_files: tuple[str, ...] = ()  # further files with weights in the folder
    notes: tuple[str, ...] = ()  # what was left aside, and why
    adapter_config: dict[str, Any] | None = None  # None: the weights are no adapter
    modules: tuple[str, ...] = ()  # of a SentenceTransformer, in words: "Transformer", "Pooling (mean)"

    @property
    def needed_step(self) -> str:
        """Return what must be done before today's from_pretrained opens this form, "converted" say; "" if nothing."""
        return "converted" if self.format == "TensorFlow" else "unpacked" if self.format.endswith(".tar.gz") else ""

    @cached_property
    def missing_files(self) -> tuple[str, ...]:
        """Return the names of the files that should hold numbers and are not there, sorted."""
        files = {tensor.location.file for tensor in self.tensors.values() if tensor.location}
        return tuple(sorted(file.name for file in files if not file.is_file()))


@dataclass(frozen=True, slots=True)
class Finding:
    """Hold one result of a check. `name` is its key in messages.yml, the same in every report."""

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
    """Hold what one class of the family finds in the file. A part is a head, the pooler or a layer."""

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
    """Hold what is shown: the summary first, then the classes, then the findings, the worst first.

    The names of all fields are those of the JSON report, also in Finding, ClassFit and WeightFile.
    """

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
    asked: str = ""  # the class that the user will load, which decides what fails; "" if none was named

    @property
    def failed(self) -> bool:
        """Return whether a finding that counts is a problem."""
        return any(finding.level == "problem" and finding.counts for finding in self.findings)

    @property
    def level(self) -> Level:
        """Return the worst level of the findings, "fine" if there are none."""
        return max((finding.level for finding in self.findings), key=LEVELS.index, default="fine")
