"""The files in the `.tar.gz` of 2018: no name in it is a path here, and none is written.

Python's tarfile reads more than is needed, and its reader of extended headers has been slow on purpose-made ones.
"""

from dataclasses import dataclass

from inspector.data import Unreadable
from inspector.sources import GzipSource

BLOCK = 512
MOST_MEMBERS = 1000
LARGEST_EXTENDED = 2**16


@dataclass(frozen=True, slots=True)
class Member:
    """A file in the archive: where its bytes are in the unpacked stream."""

    name: str
    start: int
    size: int


def list_members(source: GzipSource) -> dict[str, Member]:
    """The archive's files by name. Raises Unreadable for links, devices, absolute names and such with `..`."""
    members: dict[str, Member] = {}
    position = 0
    for _ in range(MOST_MEMBERS):
        block = source.read(position, BLOCK)
        if block == bytes(BLOCK):
            return members
        name, size, kind = _header(block, source.name)
        start = position + BLOCK
        position = start + -(-size // BLOCK) * BLOCK
        if kind in b"xg":
            _check_extended(source, start, size)
        elif kind in b"0\0":
            _check_name(name, source.name)
            if name in members:
                raise Unreadable(f"{source.name}: {name!r} is in it twice; left alone")
            members[name.removeprefix("./")] = Member(name, start, size)
        elif kind != b"5":  # a folder
            what = "a link" if kind in b"12" else f"an entry of kind {kind!r}"
            raise Unreadable(
                f"{source.name}: {name!r} is {what}, which a checkpoint's archive does not need; left alone"
            )
    raise Unreadable(f"{source.name}: has more than {MOST_MEMBERS} members; left alone")


def _header(block: bytes, name: str) -> tuple[str, int, bytes]:
    try:
        expected = int(block[148:156].strip(b" \0") or b"x", 8)
        size = int(block[124:136].strip(b" \0") or b"0", 8)
        text = block[:100].split(b"\0")[0].decode("utf-8")
        if block[257:262] == b"ustar" and (prefix := block[345:500].split(b"\0")[0]) and block[257:265] != b"ustar  \0":
            text = f"{prefix.decode('utf-8')}/{text}"
    except ValueError:
        raise Unreadable(f"{name}: unpacks to something that is no tar archive; fetch it again") from None
    if sum(block[:148]) + 8 * 32 + sum(block[156:]) != expected or size < 0:
        raise Unreadable(f"{name}: unpacks to something that is no tar archive, or a damaged one; fetch it again")
    return text, size, block[156:157]


def _check_extended(source: GzipSource, start: int, size: int) -> None:
    """Times and owners may stand in an extended header; other names and sizes may not."""
    if size > LARGEST_EXTENDED:
        raise Unreadable(f"{source.name}: has an extended header of {size} bytes; left alone")
    text = source.read(start, size)
    for word in (b" path=", b" linkpath=", b" size=", b" GNU.sparse"):
        if word in text:
            raise Unreadable(f"{source.name}: has extended names or sizes, which are not read here; unpack it by hand")


def _check_name(name: str, archive: str) -> None:
    parts = name.replace("\\", "/").split("/")
    if not name or name.startswith(("/", "\\")) or ".." in parts or ":" in parts[0]:
        raise Unreadable(
            f"{archive}: {name!r} leads out of the folder it would be unpacked to; do not unpack this archive"
        )
