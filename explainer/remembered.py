"""What pure functions of texts gave, kept between builds: most of a build's own time went into what had not changed."""

import functools
import hashlib
import importlib.metadata
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import msgspec

P = ParamSpec("P")
T = TypeVar("T")
ENGINE = Path(__file__).parent
WRITTEN = (".py", ".html", ".md", ".txt")  # the engine's code and its templates
LIBRARIES = ("jinja2", "markupsafe", "PyYAML")  # which write and read what is remembered


class _Memory:
    """Values by a digest of the function and its arguments; `left` are those of the builds before."""

    def __init__(self, file: Path) -> None:
        self.file, self.code = file, _as_loaded()
        self.values: dict[str, Any] = {}
        self.new: set[str] = set()
        try:
            left = msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, msgspec.Raw]])
        except (OSError, msgspec.DecodeError):
            left = {}
        self.left = left.get(self.code, {})

    def save(self) -> None:
        """Keeps what this build used, if it is not what was kept already."""
        if self.new:
            used = {key: self.left[key] for key in self.values.keys() & self.left.keys()}
            for key in self.new:
                with suppress(UnicodeEncodeError):  # half a character, which no file can store
                    used[key] = msgspec.Raw(msgspec.json.encode(self.values[key], enc_hook=str))
            self.file.parent.mkdir(parents=True, exist_ok=True)
            part = self.file.with_name(f".{self.file.name}.part")
            part.write_bytes(msgspec.json.encode({self.code: used}))
            part.replace(self.file)


_memories: list[_Memory] = []  # the one in use, if there is one


@contextmanager
def memory(file: Path) -> Iterator[None]:
    """As long as it is open, functions that are `remembered` run only for what the file does not have."""
    _memories.append(_Memory(file))
    try:
        yield
        _memories[-1].save()
    finally:
        _memories.pop()


def look_up(file: Path) -> None:
    """For the rest of the process what the file has is known; nothing is added to it."""
    _memories.append(_Memory(file))


def remembered(kind: Any) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """For a function that depends on its arguments alone, and gives a `kind` of plain data.

    The arguments are texts, bytes, or sets of texts.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        name = f"{function.__module__}.{function.__qualname__}{_elsewhere(Path(function.__code__.co_filename))}"

        @functools.wraps(function)
        def of(*texts: P.args, **named: P.kwargs) -> T:
            if not _memories:
                return function(*texts, **named)
            known, key = _memories[-1], _key((name, *texts, *named.values()))
            if key not in known.values:
                if raw := known.left.get(key):
                    known.values[key] = msgspec.json.decode(raw, type=kind, dec_hook=_made)
                else:
                    known.values[key] = function(*texts, **named)
                    known.new.add(key)
            value: T = known.values[key]
            return value

        return of

    return decorate


def _elsewhere(module: Path) -> str:
    """Names the text of a module that is no part of the engine; nothing for one that is."""
    return "" if module.is_relative_to(ENGINE) else hashlib.sha256(module.read_bytes()).hexdigest()


def _made(kind: Callable[[Any], Any], written: Any) -> Any:
    """Of a type that JSON has no word for, such as a path, from its text."""
    return kind(written)


def _key(call: Iterable[Any]) -> str:
    return hashlib.sha256(b"\0".join(map(_bytes, call))).hexdigest()[:24]


def _bytes(argument: Any) -> bytes:
    if isinstance(argument, bytes):
        return argument
    text = repr(sorted(argument)) if isinstance(argument, frozenset) else str(argument)
    return text.encode("utf-8", "surrogatepass")


@functools.cache
def _as_loaded() -> str:
    """The engine that this process runs, however it is edited meanwhile."""
    return _code()


def _code() -> str:
    """Names the engine as it is: with another one nothing is remembered."""
    sources = (path.read_bytes() for path in sorted(ENGINE.rglob("*.*")) if path.suffix in WRITTEN)
    made_with = [sys.version, *map(importlib.metadata.version, LIBRARIES)]
    return hashlib.sha256(b"\0".join([*sources, *(text.encode() for text in made_with)])).hexdigest()
