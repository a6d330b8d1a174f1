"""The files in the `.tar.gz` of 2018: no name in it is a path here, and none is written.

Python's tarfile follows what a header says of other headers, as deep and as long as it says. Here a header is one step.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.data import Unreadable
from inspector.sources import FileSource

BLOCK = 512
MOST_MEMBERS = 1000
LARGEST_EXTENDED = 2**13  # bytes of a header that speaks of the next one: its long name, its time
FILE, FOLDER, LINKS = (b"0", b"\0", b"7"), b"5", (b"1", b"2")
PAX, PAX_OF_ALL, LONG_NAME, LONG_LINK, SPARSE = b"x", b"g", b"L", b"K", b"S"


@dataclass(frozen=True, slots=True)
class Member:
    """A file in the archive: where its bytes are in the unpacked stream."""

    name: str
    start: int
    size: int


def list_members(source: FileSource) -> dict[str, Member]:
    """The archive's files by name. Raises Unreadable for links, devices, absolute names and such with `..`."""
    members: dict[str, Member] = {}
    try:
        for kind, member in _members(source):
            if _is_file(kind, member.name, source.name):
                if member.name in members:
                    raise Unreadable(f"{source.name}: {member.name!r} is in it twice; left alone")
                members[member.name.removeprefix("./")] = member
    except ValueError as error:
        message = f"{source.name}: unpacks to something that is no tar archive, or a damaged one ({error})"
        raise Unreadable(f"{message}; fetch it again") from None
    return members


def _members(source: FileSource) -> Iterator[tuple[bytes, Member]]:
    """Kind and place of each member, with the name and the size that the headers before it say."""
    at = 0
    said: dict[str, bytes] = {}
    for _ in range(MOST_MEMBERS):
        header = source.read(at, BLOCK) if at + BLOCK <= source.size else b""
        if not any(header):
            if at == 0:
                raise ValueError("empty")
            return
        name, size, kind = _fields(header)
        at += BLOCK
        if kind in (PAX, PAX_OF_ALL, LONG_NAME, LONG_LINK):
            if size > LARGEST_EXTENDED:
                raise ValueError(f"a header of {size} bytes")
            data = source.read(at, size)
            said |= {"path": data.rstrip(b"\0")} if kind == LONG_NAME else _records(data) if kind == PAX else {}
        else:
            size = int(said.get("size", size))
            member = Member(said.get("path", name).decode("utf-8", "surrogateescape"), at, size)
            yield SPARSE if "sparse" in said else kind, member
            said = {}
        at += -(-size // BLOCK) * BLOCK
    raise Unreadable(f"{source.name}: has more than {MOST_MEMBERS} members; left alone")


def _fields(header: bytes) -> tuple[bytes, int, bytes]:
    """Name, size and kind in a header."""
    if _number(header[148:156]) != sum(header) - sum(header[148:156]) + 8 * ord(" "):
        raise ValueError("a header with another checksum")
    name, prefix = header[:100].split(b"\0")[0], header[345:500].split(b"\0")[0]
    if prefix and header[257:263] == b"ustar\0":
        name = prefix + b"/" + name
    return name, _number(header[124:136]), header[156:157]


def _number(field: bytes) -> int:
    """In octal digits, or from 8 GB on in bytes."""
    if field[0] == 0x80:
        return int.from_bytes(field[1:], "big")
    digits = field.strip(b" \0") or b"0"
    if not digits.isdigit():
        raise ValueError("a size that is no number")
    return int(digits, 8)


def _records(data: bytes) -> dict[str, bytes]:
    """What an extended header says: a record's length, a space, a word, `=`, a value and the line's end, and so on."""
    found, at = {}, 0
    while at < len(data):
        digits = data[at : at + 6].split(b" ")[0]
        if not digits.isdigit() or not (length := int(digits)):
            raise ValueError("an extended header without lengths")
        word, _, value = data[at + len(digits) + 1 : at + length - 1].partition(b"=")
        if word.startswith(b"GNU.sparse"):
            found["sparse"] = value
        if word == b"path" or (word == b"size" and value.isdigit()):
            found[word.decode()] = value
        at += length
    return found


def _is_file(kind: bytes, name: str, archive: str) -> bool:
    """Whether it is a file, and not a folder. Raises Unreadable for anything else, and for a name that leads out."""
    if kind not in FILE and kind != FOLDER:
        what = "a link" if kind in LINKS else "a sparse file" if kind == SPARSE else f"an entry of kind {kind!r}"
        raise Unreadable(f"{archive}: {name!r} is {what}, which a checkpoint's archive does not need; left alone")
    parts = name.replace("\\", "/").split("/")
    if not name or name.startswith(("/", "\\")) or ".." in parts or ":" in parts[0]:
        message = f"{archive}: {name!r} leads out of the folder it would be unpacked to"
        raise Unreadable(f"{message}; do not unpack this archive")
    return kind != FOLDER and not name.endswith("/")
