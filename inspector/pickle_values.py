"""What the pickles of a checkpoint speak of: the few globals that stand for tensors, and what calling them gives.

Every other global is refused by its name. Nothing that a pickle names is ever imported or called.
"""

from dataclasses import dataclass
from typing import Any

from inspector.data import ITEM_BYTES, Unreadable

_STORAGES = {
    "Float": "float32", "Double": "float64", "Half": "float16", "BFloat16": "bfloat16", "Long": "int64", "Int": "int32",
    "Short": "int16", "Char": "int8", "Byte": "uint8", "Bool": "bool", "ComplexFloat": "complex64",
    "ComplexDouble": "complex128", "Untyped": "uint8",
}  # fmt: skip
_REBUILD = {"_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_parameter"}


@dataclass(frozen=True, slots=True)
class Global:
    """A name that the pickle uses, of those that are known."""

    module: str
    name: str


@dataclass(frozen=True, slots=True)
class StorageRef:
    """What a tensor's numbers lie in: the key of a storage, its type, and how many numbers it has."""

    key: str
    dtype: str
    numbers: int


@dataclass(frozen=True, slots=True)
class TensorRef:
    """A tensor as the pickle describes it."""

    storage: StorageRef
    start: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def storage_type(name: str) -> str:
    """The type of a storage class's numbers, "" if it is none."""
    return _STORAGES.get(name.removesuffix("Storage"), "") if name.endswith("Storage") else ""


def known_global(module: str, name: str, file: str) -> Global:
    """The global of that name, if it is one of a checkpoint's. Raises Unreadable otherwise, naming the file."""
    if (
        (name in _REBUILD and module == "torch._utils")
        or (module in ("torch", "torch.storage") and (storage_type(name) or name in ("Size", "device")))
        or (module == "torch" and name in (*ITEM_BYTES, "Tensor"))
        or (module, name) in (("collections", "OrderedDict"), ("torch.nn.parameter", "Parameter"))
    ):
        return Global(module, name)
    if (module in ("torch._utils", "torch._tensor") and name.startswith("_rebuild")) or (
        module == "torch" and name.startswith(("qint", "quint", "per_tensor", "per_channel"))
    ):
        raise Unreadable(
            f"{file}: holds a tensor of a kind that is not read here ({module}.{name}: quantised, "
            "sparse, of 8 bits, without numbers, or of a subclass). Nothing was run; save plain tensors"
        )
    raise Unreadable(
        f"{file}: its pickle would call {module}.{name}, which no file of weights needs. "
        "Nothing was run. If it is yours, save model.state_dict() alone; if not, ask for a safetensors file"
    )


def result_of(function: Global, arguments: tuple[Any, ...]) -> Any:
    """What calling a known global gives, without calling it. Raises TypeError for other arguments than torch saves."""
    if function.name == "OrderedDict":
        return dict(_pairs(arguments[0])) if arguments else {}
    if function.name == "_rebuild_parameter":
        if type(arguments[0]) is not TensorRef:
            raise TypeError("a Parameter of no tensor")
        return arguments[0]
    if function.name in ("_rebuild_tensor", "_rebuild_tensor_v2"):
        storage, start, shape, strides = arguments[:4]
        if type(storage) is not StorageRef:
            raise TypeError("a tensor without storage")
        return TensorRef(storage, as_count(start), _counts(shape), _counts(strides))
    if function.name == "Size":
        return _counts(arguments[0])
    if function.name == "device":
        return None
    raise TypeError(f"a call of {function.name}")


def _pairs(items: Any) -> list[tuple[str, Any]]:
    if type(items) is not list or any(len(pair) != 2 or type(pair[0]) is not str for pair in items):
        raise TypeError("no pairs")
    return [(pair[0], pair[1]) for pair in items]


def as_text(value: Any) -> str:
    """The value, if it is a text. Raises TypeError."""
    if type(value) is not str:
        raise TypeError("no text")
    return value


def as_count(value: Any) -> int:
    """The value, if it is a whole number from 0 on. Raises TypeError."""
    if type(value) is not int or not 0 <= value < 2**62:
        raise TypeError("no count")
    return value


def _counts(values: Any) -> tuple[int, ...]:
    if type(values) not in (tuple, list) or len(values) > 64:
        raise TypeError("no shape")
    return tuple(as_count(one) for one in values)
