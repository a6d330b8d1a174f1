"""Define what a checkpoint's pickles may refer to: the few globals that stand for tensors, and what calling them gives.

Every other global is refused by its name. Nothing that a pickle names is ever imported or called.
"""

from dataclasses import dataclass
from typing import Any

from inspector.data import ITEM_BYTES, Unreadable

_STORAGE_DTYPES = {
    "Float": "float32", "Double": "float64", "Half": "float16", "BFloat16": "bfloat16", "Long": "int64", "Int": "int32",
    "Short": "int16", "Char": "int8", "Byte": "uint8", "Bool": "bool", "ComplexFloat": "complex64",
    "ComplexDouble": "complex128", "Untyped": "uint8",
}  # fmt: skip
_REBUILD_FUNCTIONS = {"_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_parameter"}


@dataclass(frozen=True, slots=True)
class Global:
    """Represent a function or class that a pickle names, without importing it."""

    module: str
    name: str


@dataclass(frozen=True, slots=True)
class StorageRef:
    """Represent a storage, where tensors' numbers lie: its key in the file, its type, and how many numbers it has."""

    key: str
    dtype: str
    numel: int


@dataclass(frozen=True, slots=True)
class TensorRef:
    """Represent a tensor as the pickle describes it: offset and strides in numbers, not bytes."""

    storage: StorageRef
    storage_offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def storage_dtype(class_name: str) -> str:
    """Return the type of a storage class's numbers, "float32" for FloatStorage; "" if it is no such class."""
    return _STORAGE_DTYPES.get(class_name.removesuffix("Storage"), "") if class_name.endswith("Storage") else ""


def known_global(module: str, name: str, file_name: str) -> Global:
    """Return the global, if a state dict needs it. Raise Unreadable, with the names of file and global, otherwise."""
    if (
        (name in _REBUILD_FUNCTIONS and module == "torch._utils")
        or (module in ("torch", "torch.storage") and (storage_dtype(name) or name in ("Size", "device")))
        or (module == "torch" and name in (*ITEM_BYTES, "Tensor"))
        or (module, name) in (("collections", "OrderedDict"), ("torch.nn.parameter", "Parameter"))
    ):
        return Global(module, name)
    if (module in ("torch._utils", "torch._tensor") and name.startswith("_rebuild")) or (
        module == "torch" and name.startswith(("qint", "quint", "per_tensor", "per_channel"))
    ):
        raise Unreadable(
            f"{file_name}: holds a tensor of a kind that is not read here ({module}.{name}: quantised, "
            "sparse, of 8 bits, without numbers, or of a subclass). Nothing was run; save plain tensors"
        )
    raise Unreadable(
        f"{file_name}: its pickle would call {module}.{name}, which no file of weights needs. "
        "Nothing was run. If it is yours, save model.state_dict() alone; if not, ask for a safetensors file"
    )


def call_result(function: Global, arguments: tuple[Any, ...]) -> Any:
    """Return what calling a known global would give, without the call. Raise TypeError if torch saves no such call."""
    if function.name == "OrderedDict":
        return dict(_require_pairs(arguments[0])) if arguments else {}
    if function.name == "_rebuild_parameter":
        if type(arguments[0]) is not TensorRef:
            raise TypeError("a Parameter of no tensor")
        return arguments[0]
    if function.name in ("_rebuild_tensor", "_rebuild_tensor_v2"):
        storage, offset, shape, strides = arguments[:4]  # _v2 has requires_grad and hooks behind them
        if type(storage) is not StorageRef:
            raise TypeError("a tensor without storage")
        return TensorRef(storage, require_count(offset), _require_counts(shape), _require_counts(strides))
    if function.name == "Size":
        return _require_counts(arguments[0])
    if function.name == "device":
        return None
    raise TypeError(f"a call of {function.name}")


def _require_pairs(items: Any) -> list[tuple[str, Any]]:
    if type(items) is not list or any(len(pair) != 2 or type(pair[0]) is not str for pair in items):
        raise TypeError("no pairs")
    return [(pair[0], pair[1]) for pair in items]


def require_text(value: Any) -> str:
    """Return the value. Raise TypeError if it is no str."""
    if type(value) is not str:
        raise TypeError("no text")
    return value


def require_count(value: Any) -> int:
    """Return the value. Raise TypeError if it is no int from 0 to 2**62."""
    if type(value) is not int or not 0 <= value < 2**62:
        raise TypeError("no count")
    return value


def _require_counts(values: Any) -> tuple[int, ...]:
    if type(values) not in (tuple, list) or len(values) > 64:
        raise TypeError("no shape")
    return tuple(require_count(value) for value in values)
