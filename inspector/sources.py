"""Bytes by offset, from a file or from what a gzip file unpacks to, never more at once than a fixed number."""

import gzip
import io
import os
import stat
import zlib
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from inspector.allowance import HEADERS, Allowance
from inspector.data import Unreadable

LARGEST_READ = 32 * 2**20
CHUNK = 2**18
# A gzip stream may unpack to so much: weights hardly shrink, a bomb does a thousandfold.
LARGEST_RATIO, ALWAYS_ALLOWED = 40, 256 * 2**20


class Source:
    """Something with bytes at offsets."""

    name: str
    allowance: Allowance

    def read(self, offset: int, count: int) -> bytes:
        """Exactly `count` bytes. Raises Unreadable when they are not there, or too many."""
        raise NotImplementedError

    def read_into(self, offset: int, buffer: memoryview) -> None:
        """Fills the buffer, which can be used again: fresh memory costs more than the reading."""
        buffer[:] = self.read(offset, len(buffer))


class FileSource(Source):
    """A file on the disk, open until it is closed."""

    def __init__(self, path: Path, allowance: Allowance | None = None) -> None:
        self.name, self.allowance = path.name, allowance or Allowance()
        self._number = open_file(path, self.name)
        self.size = os.fstat(self._number).st_size

    def close(self) -> None:
        """Closes the file."""
        if self._number >= 0:
            os.close(self._number)
            self._number = -1

    def read(self, offset: int, count: int) -> bytes:
        """Exactly `count` bytes."""
        _check_count(self.name, offset, count)
        data = os.pread(self._number, count, offset) if offset < 2**62 else b""
        if len(data) < count:
            data += b"".join(iter(lambda: os.pread(self._number, count - len(data), offset + len(data)), b""))
        if len(data) < count:
            raise truncated(self.name, offset, count, self.size)
        return data

    def read_into(self, offset: int, buffer: memoryview) -> None:
        """Fills the buffer."""
        _check_count(self.name, offset, len(buffer))
        if hasattr(os, "preadv") and offset < 2**62 and os.preadv(self._number, [buffer], offset) == len(buffer):
            return
        super().read_into(offset, buffer)


class GzipSource(FileSource):
    """What a gzip file unpacks to, in a temporary file that has no name and ends with the inspection."""

    def __init__(self, path: Path, allowance: Allowance | None = None) -> None:
        super().__init__(path, allowance)
        try:
            with TemporaryFile() as unpacked:
                self._unpack(unpacked)
                number, self.size = os.dup(unpacked.fileno()), unpacked.tell()
        finally:
            self.close()
        self._number = number

    def _unpack(self, file: IO[bytes]) -> None:
        limit = max(ALWAYS_ALLOWED, LARGEST_RATIO * self.size)
        try:
            with gzip.open(os.fdopen(self._number, "rb", closefd=False)) as stream:
                while piece := stream.read(CHUNK):
                    file.write(piece)
                    if file.tell() > limit:
                        ratio = f"more than {LARGEST_RATIO} times its size"
                        raise Unreadable(f"{self.name}: unpacks to {ratio}, as weights do not; left alone")
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            message = f"{self.name}: not a gzip stream, or a damaged one ({error}); fetch the file again"
            raise Unreadable(message) from None
        file.flush()


class Part(Source):
    """A stretch of another source, with offsets of its own: a member of an archive."""

    def __init__(self, whole: Source, start: int, size: int, name: str) -> None:
        self.whole, self.start, self.size, self.name, self.allowance = whole, start, size, name, whole.allowance

    def read(self, offset: int, count: int) -> bytes:
        """Exactly `count` bytes of the member."""
        if offset < 0 or offset + count > self.size:
            raise truncated(self.name, offset, count, self.size)
        return self.whole.read(self.start + offset, count)


class Window(io.RawIOBase):
    """A source as zipfile wants it, which reads an archive's list of members."""

    def __init__(self, source: Source, size: int) -> None:
        self._source, self._size, self._at = source, size, 0

    def seekable(self) -> bool:
        """Yes."""
        return True

    def tell(self) -> int:
        """Where the next byte is read."""
        return self._at

    def seek(self, offset: int, whence: int = 0) -> int:
        """Goes to an offset."""
        self._at = offset + (0, self._at, self._size)[whence]
        if self._at < 0:
            raise OSError("before the start")
        return self._at

    def read(self, count: int | None = -1) -> bytes:
        """So many bytes, or all that are left."""
        left = max(self._size - self._at, 0)
        count = left if count is None or count < 0 else min(count, left)
        self._source.allowance.take(HEADERS, count, self._source.name)
        data = self._source.read(self._at, count)
        self._at += count
        return data


class OpenFiles:
    """The files that an inspection has open, by path."""

    def __init__(self, unpack: bool = True) -> None:
        self._open: dict[Path, FileSource] = {}
        self._allowance = Allowance()
        self._unpack = unpack

    def source(self, path: Path) -> FileSource:
        """The bytes of a file, or what it unpacks to if it is a gzip file."""
        if path not in self._open:
            plain = FileSource(path, self._allowance)
            if plain.size >= 2 and plain.read(0, 2) == b"\x1f\x8b":
                plain.close()
                if not self._unpack:
                    raise Unreadable(f"{path.name}: packed with gzip, which the page does not unpack; use the command")
                self._open[path] = GzipSource(path, self._allowance)
            else:
                self._open[path] = plain
        return self._open[path]

    def __enter__(self) -> "OpenFiles":
        """Nothing is open yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes what was opened."""
        for source in self._open.values():
            source.close()
        self._open.clear()


def open_file(path: Path, name: str) -> int:
    """A descriptor of a regular file, and of nothing that could block or be a device."""
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise Unreadable(f"{name}: cannot be opened ({error.strerror}); is the path right?") from None
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise Unreadable(f"{name}: not a regular file; give a checkpoint's file or folder")
    return number


def truncated(name: str, offset: int, count: int, size: int) -> Unreadable:
    """The error for bytes that are not there."""
    return Unreadable(
        f"{name}: ends at byte {size}, but {count} bytes from byte {offset} on are spoken of: "
        "the file is cut off or damaged; fetch it again"
    )


def _check_count(name: str, offset: int, count: int) -> None:
    if offset < 0 or count < 0 or count > LARGEST_READ:
        raise Unreadable(
            f"{name}: speaks of {count} bytes from byte {offset} on in one piece: "
            f"more than {LARGEST_READ >> 20} MB, or a negative number; the file is damaged, or made to harm"
        )
