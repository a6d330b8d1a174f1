"""Read the names and shapes in a pickle that torch wrote, without unpickling: nothing that it names is ever called.

torch's own weights-only loader would do, but it needs torch. This reader knows the opcodes that torch.save writes, and
refuses every other one. What each opcode means: https://github.com/python/cpython/blob/main/Lib/pickletools.py
"""

import struct
from collections.abc import Callable
from typing import Any

from inspector.allowance import HEADER_BYTES, PICKLE_STEPS
from inspector.data import Unreadable
from inspector.pickle_values import (
    Global,
    StorageRef,
    call_result,
    known_global,
    require_count,
    require_text,
    storage_dtype,
)
from inspector.sources import ByteSource

WINDOW_SIZE = 2**16  # bytes read ahead


class _Mark:
    """Represent the start of a tuple, a list or a dict on the stack."""


_MARK = _Mark()


class Unpickler:
    """Read one pickle behind another from a source; `position` is the offset at which the next one starts."""

    def __init__(self, source: ByteSource, position: int, end: int) -> None:
        self.source, self.position, self._end = source, position, end
        self._window, self._window_start = b"", position
        self.storages: dict[str, StorageRef] = {}  # of all pickles that were read, by key

    def load(self) -> Any:
        """Return what the next pickle describes: plain values, TensorRefs and Globals. Raise Unreadable otherwise."""
        self._stack: list[Any] = []
        self._memo: dict[int, Any] = {}
        try:
            return self._run()
        except (IndexError, KeyError, TypeError, ValueError, struct.error, OverflowError) as error:
            raise self._damaged(f"{type(error).__name__} at byte {self.position}") from None

    def _run(self) -> Any:
        """Run opcodes up to STOP, and return the top of the stack."""
        while True:
            self.source.allowance.take(PICKLE_STEPS, 1, self.source.name)
            opcode = self._read(1)[0]
            if opcode == 0x2E:  # STOP
                return self._stack.pop()
            handler = _HANDLERS.get(opcode)
            if handler is None:
                raise self._damaged(
                    f"opcode {opcode:#04x} at byte {self.position - 1}, which torch.save does not write"
                )
            handler(self)

    # Bytes

    def _check_protocol(self) -> None:
        if (protocol := self._read(1)[0]) not in range(2, 6):
            raise self._damaged(f"protocol {protocol}")

    def _read(self, count: int) -> bytes:
        """Return the next `count` bytes, and go on behind them."""
        begin = self.position - self._window_start
        if begin + count > len(self._window):
            if self.position + count > self._end:
                raise self._damaged("ends in the middle")
            size = min(max(WINDOW_SIZE, count), self._end - self.position)
            self.source.allowance.take(HEADER_BYTES, size, self.source.name)
            self._window, self._window_start, begin = self.source.read(self.position, size), self.position, 0
        self.position += count
        return self._window[begin : begin + count]

    def _read_number(self, struct_format: str, size: int) -> int:
        return int(struct.unpack(struct_format, self._read(size))[0])

    def _read_text(self, count: int) -> str:
        return self._read(count).decode("utf-8", "surrogatepass")  # as pickle does: a str may hold lone surrogates

    def _read_line(self) -> str:
        line = bytearray()
        while (byte := self._read(1)) != b"\n":
            line += byte
            if len(line) > 1000:
                raise self._damaged("a name of more than 1000 letters")
        return line.decode("utf-8")

    def _damaged(self, what: str) -> Unreadable:
        return Unreadable(f"{self.source.name}: no pickle of a checkpoint, or a damaged one ({what}); fetch it again")

    # The stack

    def _push(self, value: Any) -> None:
        self._stack.append(value)

    def _pop_mark(self) -> list[Any]:
        """Return what lies above the last mark, and take both off the stack."""
        for index in range(len(self._stack) - 1, -1, -1):
            if self._stack[index] is _MARK:
                items = self._stack[index + 1 :]
                del self._stack[index:]
                return items
        raise ValueError("no mark")

    def _push_tuple(self, count: int) -> None:
        """Replace the top `count` items by a tuple of them."""
        if len(self._stack) < count:
            raise IndexError("empty stack")
        items = tuple(self._stack[len(self._stack) - count :])
        del self._stack[len(self._stack) - count :]
        self._stack.append(items)

    def _append(self, items: list[Any]) -> None:
        if type(self._stack[-1]) is not list:
            raise TypeError("no list")
        self._stack[-1].extend(items)

    def _set_items(self, items: list[Any]) -> None:
        """Set key, value, key, value, … in the dict on top of the stack."""
        target = self._stack[-1]
        if type(target) is not dict or len(items) % 2:
            raise TypeError("no dict")
        for key, value in zip(items[::2], items[1::2], strict=True):
            # No tuples: of sixty, each holding the one before it twice, a hash would take 2**60 steps.
            if type(key) not in (str, int, bool, float, type(None)):
                raise TypeError("a key that is no text and no number")
            # From 2**60 on, numbers can be chosen that all have one hash, and each would be compared with all others.
            if type(key) in (int, float) and not -(2**60) < key < 2**60:
                raise ValueError("a number as a key that is too large")
            target[key] = value

    def _memoize(self, index: int) -> None:
        self._memo[index] = self._stack[-1]

    # Python's objects

    def _push_global(self, module: str, name: str) -> None:
        self._push(known_global(module, name, self.source.name))

    def _reduce(self) -> None:
        """Replace a function and its arguments by what the call would give."""
        arguments, function = self._stack.pop(), self._stack.pop()
        if type(function) is not Global or type(arguments) is not tuple:
            raise TypeError("a call of nothing")
        # A call copies its arguments. One opcode could copy a long list, again and again: its items count as steps.
        work = sum(len(argument) for argument in arguments if type(argument) in (list, tuple))
        self.source.allowance.take(PICKLE_STEPS, work, self.source.name)
        self._push(call_result(function, arguments))

    def _build(self) -> None:
        self._stack.pop()  # attributes of an OrderedDict, such as the versions of a state dict
        if type(self._stack[-1]) is not dict:
            raise TypeError("attributes of something that has none")

    def _push_storage(self) -> None:
        """Replace torch's persistent id, ("storage", class, key, device, numel), by a StorageRef."""
        entry = self._stack.pop()
        if type(entry) is not tuple or len(entry) < 5 or entry[0] != "storage" or type(entry[1]) is not Global:
            raise TypeError("a storage that is none")
        if len(entry) > 5 and entry[5] is not None:
            raise Unreadable(f"{self.source.name}: has views of storages, as torch before 0.2 wrote; save it again")
        dtype = require_text(storage_dtype(entry[1].name) or None)
        storage = StorageRef(require_text(entry[2]), dtype, require_count(entry[4]))
        if self.storages.setdefault(storage.key, storage) != storage:
            raise Unreadable(f"{self.source.name}: the storage {storage.key!r} is of two types; left alone")
        self._push(storage)


def _push_memoized(struct_format: str, size: int) -> Callable[[Unpickler], None]:
    return lambda u: u._push(u._memo[u._read_number(struct_format, size)])


def _memoize_top(struct_format: str, size: int) -> Callable[[Unpickler], None]:
    return lambda u: u._memoize(u._read_number(struct_format, size))


def _push_long(u: Unpickler) -> None:
    u._push(int.from_bytes(u._read(u._read_number("<B", 1)), "little", signed=True))


def _stack_global(u: Unpickler) -> None:
    name, module = u._stack.pop(), u._stack.pop()
    u._push_global(require_text(module), require_text(name))


def _set_item(u: Unpickler) -> None:
    value, key = u._stack.pop(), u._stack.pop()
    u._set_items([key, value])


def _tuple_from_mark(u: Unpickler) -> None:
    u._push(tuple(u._pop_mark()))


def _drop(u: Unpickler) -> None:
    u._stack.pop()


_HANDLERS: dict[int, Callable[[Unpickler], object]] = {  # by opcode
    0x80: lambda u: u._check_protocol(),  # PROTO
    0x95: lambda u: u._read(8),  # FRAME: how long the next part is
    ord("}"): lambda u: u._push({}),  # EMPTY_DICT
    ord("]"): lambda u: u._push([]),  # EMPTY_LIST
    ord(")"): lambda u: u._push(()),  # EMPTY_TUPLE
    ord("("): lambda u: u._push(_MARK),
    ord("N"): lambda u: u._push(None),
    0x88: lambda u: u._push(True),  # NEWTRUE
    0x89: lambda u: u._push(False),  # NEWFALSE
    ord("J"): lambda u: u._push(u._read_number("<i", 4)),  # BININT
    ord("K"): lambda u: u._push(u._read_number("<B", 1)),  # BININT1
    ord("M"): lambda u: u._push(u._read_number("<H", 2)),  # BININT2
    ord("G"): lambda u: u._push(struct.unpack(">d", u._read(8))[0]),  # BINFLOAT: the only big-endian one
    0x8A: _push_long,  # LONG1
    ord("X"): lambda u: u._push(u._read_text(u._read_number("<I", 4))),  # BINUNICODE
    0x8C: lambda u: u._push(u._read_text(u._read_number("<B", 1))),  # SHORT_BINUNICODE
    ord("T"): lambda u: u._push(u._read_text(u._read_number("<I", 4))),  # BINSTRING: a text of Python 2
    ord("U"): lambda u: u._push(u._read_text(u._read_number("<B", 1))),  # SHORT_BINSTRING
    ord("c"): lambda u: u._push_global(u._read_line(), u._read_line()),  # GLOBAL
    0x93: _stack_global,  # STACK_GLOBAL
    ord("q"): _memoize_top("<B", 1),  # BINPUT
    ord("r"): _memoize_top("<I", 4),  # LONG_BINPUT
    0x94: lambda u: u._memoize(len(u._memo)),  # MEMOIZE
    ord("h"): _push_memoized("<B", 1),  # BINGET
    ord("j"): _push_memoized("<I", 4),  # LONG_BINGET
    ord("t"): _tuple_from_mark,  # TUPLE
    0x85: lambda u: u._push_tuple(1),
    0x86: lambda u: u._push_tuple(2),
    0x87: lambda u: u._push_tuple(3),
    ord("a"): lambda u: u._append([u._stack.pop()]),  # APPEND
    ord("e"): lambda u: u._append(u._pop_mark()),  # APPENDS
    ord("s"): _set_item,  # SETITEM
    ord("u"): lambda u: u._set_items(u._pop_mark()),  # SETITEMS
    ord("R"): lambda u: u._reduce(),
    ord("b"): lambda u: u._build(),
    ord("Q"): lambda u: u._push_storage(),  # BINPERSID
    ord("0"): _drop,  # POP
}
