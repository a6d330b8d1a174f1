"""List the files in a `.tar.gz`, the form of checkpoints in 2018. No name in it becomes a path, and nothing is written.

Python's tarfile follows headers that describe further headers, however deep and long they are. Here each header counts
against MAX_MEMBERS. The format: https://www.gnu.org/software/tar/manual/html_node/Standard.html
"""

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.data import Unreadable
from inspector.sources import FileSource

BLOCK_SIZE = 512  # bytes: of a header, and what a file's bytes are padded to
MAX_MEMBERS = 1000
MAX_EXTENDED_HEADER = 2**13  # bytes of a header that describes the next one: its long name, its time
# The byte in a header that says what the member is.
FILE_KINDS, FOLDER_KIND, LINK_KINDS = (b"0", b"\0", b"7"), b"5", (b"1", b"2")
PAX_HEADER, PAX_GLOBAL_HEADER, GNU_LONG_NAME, GNU_LONG_LINK, GNU_SPARSE = b"x", b"g", b"L", b"K", b"S"


@dataclass(frozen=True, slots=True)
class Member:
    """Hold one file of the archive: its name, and where its bytes are in the unpacked stream."""

    name: str
    start: int
    size: int


def list_members(source: FileSource) -> dict[str, Member]:
    """Return the archive's files by name, without `./`. Raise Unreadable for other members, and names that lead out."""
    members: dict[str, Member] = {}
    try:
        for kind, member in _read_members(source):
            if _is_file(kind, member.name, source.name):
                name = member.name.removeprefix("./")
                if name in members:
                    raise Unreadable(f"{source.name}: {member.name!r} is in it twice; left alone")
                members[name] = member
    except ValueError as error:
        message = f"{source.name}: unpacks to something that is no tar archive, or a damaged one ({error})"
        raise Unreadable(f"{message}; fetch it again") from None
    return members


def _read_members(source: FileSource) -> Iterator[tuple[bytes, Member]]:
    """Yield kind and member, with the name and the size that an extended header before it sets."""
    at = 0
    overrides: dict[str, bytes] = {}
    for _ in range(MAX_MEMBERS):
        header = source.read(at, BLOCK_SIZE) if at + BLOCK_SIZE <= source.size else b""
        if not any(header):  # a block of zeros ends an archive, and so does the end of the stream
            if at == 0:
                raise ValueError("empty")
            return
        name, size, kind = _parse_header(header)
        at += BLOCK_SIZE
        if kind in (PAX_HEADER, PAX_GLOBAL_HEADER, GNU_LONG_NAME, GNU_LONG_LINK):
            if size > MAX_EXTENDED_HEADER:
                raise ValueError(f"a header of {size} bytes")
            data = source.read(at, size)
            if kind == GNU_LONG_NAME:
                overrides["path"] = data.rstrip(b"\0")
            elif kind == PAX_HEADER:
                overrides |= _parse_pax(data)
        else:
            size = int(overrides.get("size", size))
            member = Member(overrides.get("path", name).decode("utf-8", "surrogateescape"), at, size)
            yield GNU_SPARSE if "sparse" in overrides else kind, member
            overrides = {}
        at += -(-size // BLOCK_SIZE) * BLOCK_SIZE
    raise Unreadable(f"{source.name}: has more than {MAX_MEMBERS} members; left alone")


def _parse_header(header: bytes) -> tuple[bytes, int, bytes]:
    """Return name, size in bytes, and kind. Raise ValueError if the checksum differs."""
    # The checksum is the sum of all bytes, its own eight taken as spaces.
    if _parse_number(header[148:156]) != sum(header) - sum(header[148:156]) + 8 * ord(" "):
        raise ValueError("a header with another checksum")
    name, prefix = header[:100].split(b"\0")[0], header[345:500].split(b"\0")[0]
    if prefix and header[257:263] == b"ustar\0":
        name = prefix + b"/" + name
    return name, _parse_number(header[124:136]), header[156:157]


def _parse_number(field: bytes) -> int:
    """Return a number in octal digits, or, as GNU tar writes sizes from 8 GB on, in big-endian bytes after 0x80."""
    if field[0] == 0x80:
        return int.from_bytes(field[1:], "big")
    digits = field.strip(b" \0") or b"0"
    if not digits.isdigit():
        raise ValueError("a size that is no number")
    return int(digits, 8)


def _parse_pax(data: bytes) -> dict[str, bytes]:
    """Return `path`, `size` and `sparse` of a pax header, if they are in it. Its records are `LENGTH KEY=VALUE\\n`."""
    fields, at = {}, 0
    while at < len(data):
        digits = data[at : at + 6].split(b" ")[0]
        if not digits.isdigit() or not (length := int(digits)):
            raise ValueError("an extended header without lengths")
        key, _, value = data[at + len(digits) + 1 : at + length - 1].partition(b"=")
        if key.startswith(b"GNU.sparse"):
            fields["sparse"] = value
        if key == b"path" or (key == b"size" and value.isdigit()):
            fields[key.decode()] = value
        at += length
    return fields


def _is_file(kind: bytes, name: str, archive: str) -> bool:
    """Return False for a folder. Raise Unreadable for what is neither, and for a name that leads out of the folder."""
    if kind not in FILE_KINDS and kind != FOLDER_KIND:
        what = (
            "a link" if kind in LINK_KINDS else "a sparse file" if kind == GNU_SPARSE else f"an entry of kind {kind!r}"
        )
        raise Unreadable(f"{archive}: {name!r} is {what}, which a checkpoint's archive does not need; left alone")
    parts = name.replace("\\", "/").split("/")  # a name may be unpacked on Windows, where `C:` leads out, too
    if not name or name.startswith(("/", "\\")) or ".." in parts or ":" in parts[0]:
        message = f"{archive}: {name!r} leads out of the folder it would be unpacked to"
        raise Unreadable(f"{message}; do not unpack this archive")
    return kind != FOLDER_KIND and not name.endswith("/")
