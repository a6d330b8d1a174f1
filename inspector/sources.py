"""Bytes by offset, from a file or from a gzip stream, never more at once than a fixed number.

A stream is not unpacked onto the disk: its unpacker is copied now and then, and goes on from the copy before an offset.
"""

import os
import stat
import zlib
from pathlib import Path

from inspector.data import Unreadable

LARGEST_READ = 32 * 2**20
CHUNK = 2**18
# A stream is marked every so many bytes, and read again from the mark before: at most so many marks, of 40 kB each.
MARK_EVERY, MOST_MARKS = 2**22, 128
# A gzip stream may unpack to so much: weights hardly shrink, a bomb does a thousandfold.
LARGEST_RATIO, ALWAYS_ALLOWED = 40, 256 * 2**20


class Source:
    """Something with bytes at offsets."""

    name: str

    def read(self, offset: int, count: int) -> bytes:
        """Exactly `count` bytes. Raises Unreadable when they are not there, or too many."""
        raise NotImplementedError

    def read_into(self, offset: int, buffer: memoryview) -> None:
        """Fills the buffer, which can be used again: fresh memory costs more than the reading."""
        buffer[:] = self.read(offset, len(buffer))


class _OpenFile(Source):
    """A file on the disk, open until it is closed."""

    def __init__(self, path: Path, name: str = "") -> None:
        self.name = name or path.name
        self._number = open_file(path, self.name)
        self.size = os.fstat(self._number).st_size

    def close(self) -> None:
        """Closes the file."""
        if self._number >= 0:
            os.close(self._number)
            self._number = -1


class FileSource(_OpenFile):
    """A plain file."""

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


class GzipSource(_OpenFile):
    """What a gzip file unpacks to, as a stream with marks, to which one can jump. `size` is the packed file's."""

    def __init__(self, path: Path, name: str = "") -> None:
        super().__init__(path, name)
        self._limit = max(ALWAYS_ALLOWED, LARGEST_RATIO * self.size)
        self._taken = 0  # of the packed bytes
        self._start = 0  # of `_window`, in the unpacked stream
        self._window = b""  # the latest piece and the end of the one before: readers step back a little
        self._packer = zlib.decompressobj(wbits=31)
        self._marks = [(0, 0, self._packer.copy())]  # unpacked bytes, packed bytes, the unpacker as it was then
        self._apart = MARK_EVERY

    def _jump(self, offset: int) -> None:
        """Goes to the last mark before an offset, unless reading on is nearer."""
        end = self._start + len(self._window)
        at, taken, packer = max((one for one in self._marks if one[0] <= offset), key=lambda one: one[0])
        if offset < self._start or at > end:
            self._start, self._taken, self._packer, self._window = at, taken, packer.copy(), b""

    def _mark(self) -> None:
        end = self._start + len(self._window)
        if end < self._marks[-1][0] + self._apart or self._packer.unconsumed_tail or self._packer.eof:
            return
        self._marks.append((end, self._taken, self._packer.copy()))
        if len(self._marks) > MOST_MARKS:
            self._marks, self._apart = self._marks[::2], 2 * self._apart

    def read(self, offset: int, count: int) -> bytes:
        """Exactly `count` bytes of the unpacked stream."""
        _check_count(self.name, offset, count)
        self._jump(offset)
        parts, have = [], 0
        while True:
            begin = max(offset + have - self._start, 0)
            part = self._window[begin : begin + count - have] if self._start <= offset + have else b""
            parts.append(part)
            have += len(part)
            if have == count:
                return b"".join(parts)
            if not self._more():
                raise truncated(self.name, offset, count, self._start + len(self._window))

    def _more(self) -> bool:
        """Moves `_window` on. False at the end of the stream."""
        piece = b""
        try:
            while not piece:
                if self._packer.eof:  # gzip files may stand one behind another
                    rest, self._packer = self._packer.unused_data, zlib.decompressobj(wbits=31)
                else:
                    rest = self._packer.unconsumed_tail
                if not rest:
                    rest = os.pread(self._number, CHUNK, self._taken)
                    self._taken += len(rest)
                if not rest:
                    return False
                piece = self._packer.decompress(rest, CHUNK)
        except zlib.error as error:
            message = f"{self.name}: not a gzip stream, or a damaged one ({error}); fetch the file again"
            raise Unreadable(message) from None
        kept = self._window[-CHUNK:]
        self._start += len(self._window) - len(kept)
        self._window = kept + piece
        if self._start > self._limit:
            message = f"{self.name}: unpacks to more than {LARGEST_RATIO} times its size, as weights do not; left alone"
            raise Unreadable(message)
        self._mark()
        return True


class Part(Source):
    """A stretch of another source, with offsets of its own: a member of an archive."""

    def __init__(self, whole: Source, start: int, size: int, name: str) -> None:
        self.whole, self.start, self.size, self.name = whole, start, size, name

    def read(self, offset: int, count: int) -> bytes:
        """Exactly `count` bytes of the member."""
        if offset < 0 or offset + count > self.size:
            raise truncated(self.name, offset, count, self.size)
        return self.whole.read(self.start + offset, count)


class OpenFiles:
    """The files that an inspection has open, by path."""

    def __init__(self) -> None:
        self._open: dict[Path, FileSource | GzipSource] = {}

    def source(self, path: Path) -> FileSource | GzipSource:
        """The bytes of a file, or what it unpacks to if it is a gzip file."""
        if path not in self._open:
            plain = FileSource(path)
            if plain.size >= 2 and plain.read(0, 2) == b"\x1f\x8b":
                plain.close()
                self._open[path] = GzipSource(path)
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
