"""Read bytes by offset, from a file or from what a gzip file unpacks to, never more at once than MAX_READ."""

import gzip
import io
import os
import re
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from inspector.allowance import HEADER_BYTES, Allowance
from inspector.data import Unreadable

MAX_READ = 32 * 2**20  # bytes in one call
UNPACK_CHUNK = 2**18  # bytes
# A gzip stream may unpack to so much: weights hardly shrink, a bomb does a thousandfold.
MAX_UNPACK_RATIO, ALWAYS_ALLOWED_BYTES = 40, 256 * 2**20
MAX_OPEN_FILES = 100  # that stay open; macOS allows a process 256
# Files that begin with a length or with numbers, so that their first bytes may be those of a gzip file.
NAME_OF_UNPACKED = re.compile(r"\.(safetensors|index|data-\d{5}-of-\d{5})$")


class ByteSource:
    """Define what has bytes at offsets: a file, an unpacked file, a member of an archive."""

    name: str
    allowance: Allowance

    def read(self, offset: int, count: int) -> bytes:
        """Return exactly `count` bytes. Raise Unreadable if they are not there, or too many."""
        raise NotImplementedError

    def read_into(self, offset: int, buffer: memoryview) -> None:
        """Fill the buffer, which can be used again: fresh memory costs more than the reading."""
        buffer[:] = self.read(offset, len(buffer))


class FileSource(ByteSource):
    """Read a file on the disk, which stays open until `close`, or without `stays_open` is opened for each read."""

    def __init__(self, path: Path, allowance: Allowance | None = None, *, stays_open: bool = True) -> None:
        self.name, self.allowance, self._path = path.name, allowance or Allowance(), path
        self._descriptor = open_file(path, self.name)
        self.size = os.fstat(self._descriptor).st_size
        if not stays_open:
            self.close()

    def close(self) -> None:
        """Close the file. A second call does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def read(self, offset: int, count: int) -> bytes:
        """Return exactly `count` bytes. Raise Unreadable if the file ends before, or for more than MAX_READ."""
        _check_read(self.name, offset, count)
        if offset + count > self.size:
            raise truncated_error(self.name, offset, count, self.size)
        with self._opened() as descriptor:
            data = os.pread(descriptor, count, offset)
            # A read may return less than it was asked for, and a file may have been cut since it was opened.
            while len(data) < count and (more := os.pread(descriptor, count - len(data), offset + len(data))):
                data += more
        if len(data) < count:
            raise truncated_error(self.name, offset, count, offset + len(data))
        return data

    @contextmanager
    def _opened(self) -> Iterator[int]:
        """Yield the descriptor, or one that is closed again."""
        descriptor = self._descriptor if self._descriptor >= 0 else open_file(self._path, self.name)
        try:
            yield descriptor
        finally:
            if descriptor != self._descriptor:
                os.close(descriptor)

    def read_into(self, offset: int, buffer: memoryview) -> None:
        """Fill the buffer, without a copy where the system has preadv."""
        _check_read(self.name, offset, len(buffer))
        if hasattr(os, "preadv") and offset + len(buffer) <= self.size:
            with self._opened() as descriptor:
                if os.preadv(descriptor, [buffer], offset) == len(buffer):
                    return
        super().read_into(offset, buffer)


class GzipSource(FileSource):
    """Read what a gzip file unpacks to: a temporary file that has no name and ends with the inspection."""

    def __init__(self, path: Path, allowance: Allowance | None = None) -> None:
        super().__init__(path, allowance)
        try:
            with TemporaryFile() as unpacked:
                self._unpack(unpacked)
                descriptor, self.size = os.dup(unpacked.fileno()), unpacked.tell()
        finally:
            self.close()
        self._descriptor = descriptor

    def _unpack(self, file: IO[bytes]) -> None:
        """Write the unpacked bytes to the file. Raise Unreadable for a bomb, and for a damaged stream."""
        limit = max(ALWAYS_ALLOWED_BYTES, MAX_UNPACK_RATIO * self.size)
        try:
            with gzip.open(os.fdopen(self._descriptor, "rb", closefd=False)) as stream:
                while piece := stream.read(UNPACK_CHUNK):
                    file.write(piece)
                    if file.tell() > limit:
                        ratio = f"more than {MAX_UNPACK_RATIO} times its size"
                        raise Unreadable(f"{self.name}: unpacks to {ratio}, as weights do not; left alone")
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            message = f"{self.name}: not a gzip stream, or a damaged one ({error}); fetch the file again"
            raise Unreadable(message) from None
        file.flush()  # read() goes to the descriptor, past Python's buffer


class SourceSlice(ByteSource):
    """Read a stretch of another source, by offsets from the stretch's start: a member of an archive."""

    def __init__(self, parent: ByteSource, start: int, size: int, name: str) -> None:
        self.parent, self.start, self.size, self.name, self.allowance = parent, start, size, name, parent.allowance

    def read(self, offset: int, count: int) -> bytes:
        """Return exactly `count` bytes of the stretch. Raise Unreadable if it ends before."""
        if offset < 0 or offset + count > self.size:
            raise truncated_error(self.name, offset, count, self.size)
        return self.parent.read(self.start + offset, count)


class SeekableSource(io.RawIOBase):
    """Offer a source as a file object, which zipfile needs to read an archive's list of members."""

    def __init__(self, source: ByteSource, size: int) -> None:
        self._source, self._size, self._position = source, size, 0

    def seekable(self) -> bool:
        """Return True: zipfile asks."""
        return True

    def tell(self) -> int:
        """Return the offset at which the next byte is read."""
        return self._position

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to an offset, counted as for io.IOBase.seek, and return it. Raise OSError if it is negative."""
        self._position = offset + (0, self._position, self._size)[whence]
        if self._position < 0:
            raise OSError("before the start")
        return self._position

    def read(self, count: int | None = -1) -> bytes:
        """Return up to `count` bytes, or all up to the end. They count as bytes of headers."""
        remaining = max(self._size - self._position, 0)
        count = remaining if count is None or count < 0 else min(count, remaining)
        self._source.allowance.take(HEADER_BYTES, count, self._source.name)
        data = self._source.read(self._position, count)
        self._position += count
        return data


class OpenFiles:
    """Hold the files that an inspection has open, by path, with one allowance for all. Leaving `with` closes them.

    `unpack`: False refuses gzip files.
    """

    def __init__(self, unpack: bool = True) -> None:
        self._open: dict[Path, FileSource] = {}
        self._allowance = Allowance()
        self._unpack = unpack

    def source(self, path: Path) -> FileSource:
        """Return the bytes of a file, opened at the first call, or what it unpacks to if it is a gzip file."""
        if path not in self._open:
            file_source = FileSource(path, self._allowance, stays_open=len(self._open) < MAX_OPEN_FILES)
            may_be_packed = not NAME_OF_UNPACKED.search(path.name)
            if may_be_packed and file_source.size >= 2 and file_source.read(0, 2) == b"\x1f\x8b":
                file_source.close()
                if not self._unpack:
                    raise Unreadable(f"{path.name}: packed with gzip, which the page does not unpack; use the command")
                self._open[path] = GzipSource(path, self._allowance)
            else:
                self._open[path] = file_source
        return self._open[path]

    def __enter__(self) -> "OpenFiles":
        """Return self. Nothing is open yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close what was opened."""
        for source in self._open.values():
            source.close()
        self._open.clear()


def open_file(path: Path, name: str) -> int:
    """Return a descriptor of a regular file. Raise Unreadable for a device or a pipe, which could block."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise Unreadable(f"{name}: cannot be opened ({error.strerror}); is the path right?") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise Unreadable(f"{name}: not a regular file; give a checkpoint's file or folder")
    return descriptor


def truncated_error(name: str, offset: int, count: int, size: int) -> Unreadable:
    """Return the error for `count` bytes at an offset of a file that has only `size` bytes."""
    return Unreadable(
        f"{name}: ends at byte {size}, but {count} bytes from byte {offset} on are spoken of: "
        "the file is cut off or damaged; fetch it again"
    )


def _check_read(name: str, offset: int, count: int) -> None:
    """Raise Unreadable for a negative number, and for more than MAX_READ bytes."""
    if offset < 0 or count < 0 or count > MAX_READ:
        raise Unreadable(
            f"{name}: speaks of {count} bytes from byte {offset} on in one piece: "
            f"more than {MAX_READ >> 20} MB, or a negative number; the file is damaged, or made to harm"
        )
