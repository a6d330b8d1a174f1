"""The names and shapes in a pickle that torch wrote, read without unpickling: nothing that it names is ever called.

torch's own weights-only loader would do, but it needs torch. This reader knows the opcodes that torch.save writes, and
refuses every other one.
"""

import struct
from collections.abc import Callable
from typing import Any

from inspector.allowance import HEADERS, STEPS
from inspector.data import Unreadable
from inspector.pickle_values import Global, StorageRef, as_count, as_text, known_global, result_of, storage_type
from inspector.sources import Source

WINDOW = 2**16


class _Mark:
    pass


_MARK = _Mark()


class Unpickler:
    """Reads one pickle behind another from a source; `position` is where the next one starts."""

    def __init__(self, source: Source, position: int, size: int) -> None:
        self.source, self.position, self._end = source, position, size
        self._window, self._window_at = b"", position
        self.storages: dict[str, StorageRef] = {}  # that the pickles spoke of, by key

    def load(self) -> Any:
        """What the next pickle describes: plain values, TensorRefs, and Globals. Raises Unreadable."""
        self._stack: list[Any] = []
        self._memo: dict[int, Any] = {}
        try:
            return self._run()
        except (IndexError, KeyError, TypeError, ValueError, struct.error, OverflowError) as error:
            raise self._bad(f"{type(error).__name__} at byte {self.position}") from None

    def _run(self) -> Any:
        while True:
            self.source.allowance.take(STEPS, 1, self.source.name)
            code = self._bytes(1)[0]
            if code == 0x2E:  # STOP
                return self._stack.pop()
            handler = _OPCODES.get(code)
            if handler is None:
                raise self._bad(f"opcode {code:#04x} at byte {self.position - 1}, which torch.save does not write")
            handler(self)

    # Bytes

    def _check_protocol(self) -> None:
        if (protocol := self._bytes(1)[0]) not in range(2, 6):
            raise self._bad(f"protocol {protocol}")

    def _bytes(self, count: int) -> bytes:
        begin = self.position - self._window_at
        if begin + count > len(self._window):
            if self.position + count > self._end:
                raise self._bad("ends in the middle")
            size = min(max(WINDOW, count), self._end - self.position)
            self.source.allowance.take(HEADERS, size, self.source.name)
            self._window, self._window_at, begin = self.source.read(self.position, size), self.position, 0
        self.position += count
        return self._window[begin : begin + count]

    def _number(self, form: str, size: int) -> int:
        return int(struct.unpack(form, self._bytes(size))[0])

    def _text(self, count: int) -> str:
        return self._bytes(count).decode("utf-8", "surrogatepass")

    def _line(self) -> str:
        line = bytearray()
        while (byte := self._bytes(1)) != b"\n":
            line += byte
            if len(line) > 1000:
                raise self._bad("a name of more than 1000 letters")
        return line.decode("utf-8")

    def _bad(self, what: str) -> Unreadable:
        return Unreadable(f"{self.source.name}: no pickle of a checkpoint, or a damaged one ({what}); fetch it again")

    # The stack

    def _push(self, value: Any) -> None:
        self._stack.append(value)

    def _pop_mark(self) -> list[Any]:
        for index in range(len(self._stack) - 1, -1, -1):
            if self._stack[index] is _MARK:
                items = self._stack[index + 1 :]
                del self._stack[index:]
                return items
        raise ValueError("no mark")

    def _tuple(self, count: int) -> None:
        if len(self._stack) < count:
            raise IndexError("empty stack")
        items = tuple(self._stack[len(self._stack) - count :])
        del self._stack[len(self._stack) - count :]
        self._stack.append(items)

    def _append(self, items: list[Any]) -> None:
        if type(self._stack[-1]) is not list:
            raise TypeError("no list")
        self._stack[-1].extend(items)

    def _set(self, items: list[Any]) -> None:
        target = self._stack[-1]
        if type(target) is not dict or len(items) % 2:
            raise TypeError("no dict")
        for key, value in zip(items[::2], items[1::2], strict=True):
            if type(key) not in (str, int, bool, float, type(None)):
                raise TypeError("a key that is no text and no number")
            target[key] = value

    def _memoize(self, index: int) -> None:
        self._memo[index] = self._stack[-1]

    # What is known of Python

    def _find(self, module: str, name: str) -> None:
        self._push(known_global(module, name, self.source.name))

    def _reduce(self) -> None:
        arguments, function = self._stack.pop(), self._stack.pop()
        if type(function) is not Global or type(arguments) is not tuple:
            raise TypeError("a call of nothing")
        work = sum(len(one) for one in arguments if type(one) in (list, tuple))
        self.source.allowance.take(STEPS, work, self.source.name)
        self._push(result_of(function, arguments))

    def _build(self) -> None:
        self._stack.pop()  # attributes of an OrderedDict, such as the versions of a state dict
        if type(self._stack[-1]) is not dict:
            raise TypeError("attributes of something that has none")

    def _persistent(self) -> None:
        entry = self._stack.pop()
        if type(entry) is not tuple or len(entry) < 5 or entry[0] != "storage" or type(entry[1]) is not Global:
            raise TypeError("a storage that is none")
        if len(entry) > 5 and entry[5] is not None:
            raise Unreadable(f"{self.source.name}: has views of storages, as torch before 0.2 wrote; save it again")
        storage = StorageRef(as_text(entry[2]), as_text(storage_type(entry[1].name) or None), as_count(entry[4]))
        if self.storages.setdefault(storage.key, storage) != storage:
            raise Unreadable(f"{self.source.name}: the storage {storage.key!r} is of two types; left alone")
        self._push(storage)


def _get(form: str, size: int) -> Callable[[Unpickler], None]:
    return lambda u: u._push(u._memo[u._number(form, size)])


def _put(form: str, size: int) -> Callable[[Unpickler], None]:
    return lambda u: u._memoize(u._number(form, size))


def _long(u: Unpickler) -> None:
    u._push(int.from_bytes(u._bytes(u._number("<B", 1)), "little", signed=True))


def _stack_global(u: Unpickler) -> None:
    name, module = u._stack.pop(), u._stack.pop()
    u._find(as_text(module), as_text(name))


def _set_item(u: Unpickler) -> None:
    value, key = u._stack.pop(), u._stack.pop()
    u._set([key, value])


def _tuple_from_mark(u: Unpickler) -> None:
    u._push(tuple(u._pop_mark()))


def _drop(u: Unpickler) -> None:
    u._stack.pop()


_OPCODES: dict[int, Callable[[Unpickler], object]] = {
    0x80: lambda u: u._check_protocol(),  # PROTO
    0x95: lambda u: u._bytes(8),  # FRAME: how long the next part is
    ord("}"): lambda u: u._push({}),
    ord("]"): lambda u: u._push([]),
    ord(")"): lambda u: u._push(()),
    ord("("): lambda u: u._push(_MARK),
    ord("N"): lambda u: u._push(None),
    0x88: lambda u: u._push(True),
    0x89: lambda u: u._push(False),
    ord("J"): lambda u: u._push(u._number("<i", 4)),
    ord("K"): lambda u: u._push(u._number("<B", 1)),
    ord("M"): lambda u: u._push(u._number("<H", 2)),
    ord("G"): lambda u: u._push(struct.unpack(">d", u._bytes(8))[0]),
    0x8A: _long,  # LONG1
    ord("X"): lambda u: u._push(u._text(u._number("<I", 4))),
    0x8C: lambda u: u._push(u._text(u._number("<B", 1))),  # SHORT_BINUNICODE
    ord("T"): lambda u: u._push(u._text(u._number("<I", 4))),  # a text of Python 2
    ord("U"): lambda u: u._push(u._text(u._number("<B", 1))),
    ord("c"): lambda u: u._find(u._line(), u._line()),
    0x93: _stack_global,
    ord("q"): _put("<B", 1),
    ord("r"): _put("<I", 4),
    0x94: lambda u: u._memoize(len(u._memo)),
    ord("h"): _get("<B", 1),
    ord("j"): _get("<I", 4),
    ord("t"): _tuple_from_mark,
    0x85: lambda u: u._tuple(1),
    0x86: lambda u: u._tuple(2),
    0x87: lambda u: u._tuple(3),
    ord("a"): lambda u: u._append([u._stack.pop()]),
    ord("e"): lambda u: u._append(u._pop_mark()),
    ord("s"): _set_item,
    ord("u"): lambda u: u._set(u._pop_mark()),
    ord("R"): lambda u: u._reduce(),
    ord("b"): lambda u: u._build(),
    ord("Q"): lambda u: u._persistent(),
    ord("0"): _drop,
}
