"""The files in the `.tar.gz` of 2018: no name in it is a path here, and none is written."""

import tarfile
from dataclasses import dataclass

from inspector.data import Unreadable
from inspector.sources import FileSource, Window

MOST_MEMBERS = 1000
LARGEST_HEADER = 2**16  # an extended one may be of any size, and tarfile reads it whole


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
        with tarfile.open(fileobj=Window(source, source.size, LARGEST_HEADER), mode="r:") as archive:
            for count, info in enumerate(archive):
                if count == MOST_MEMBERS:
                    raise Unreadable(f"{source.name}: has more than {MOST_MEMBERS} members; left alone")
                if _is_file(info, source.name):
                    if info.name in members:
                        raise Unreadable(f"{source.name}: {info.name!r} is in it twice; left alone")
                    members[info.name.removeprefix("./")] = Member(info.name, info.offset_data, info.size)
    except (tarfile.TarError, ValueError, OSError) as error:
        message = f"{source.name}: unpacks to something that is no tar archive, or a damaged one ({error})"
        raise Unreadable(f"{message}; fetch it again") from None
    return members


def _is_file(info: tarfile.TarInfo, archive: str) -> bool:
    """Whether it is a file, and not a folder. Raises Unreadable for anything else, and for a name that leads out."""
    if not info.isdir() and (not info.isreg() or info.issparse()):
        what = "a link" if info.islnk() or info.issym() else f"an entry of kind {info.type!r}"
        raise Unreadable(f"{archive}: {info.name!r} is {what}, which a checkpoint's archive does not need; left alone")
    parts = info.name.replace("\\", "/").split("/")
    if not info.name or info.name.startswith(("/", "\\")) or ".." in parts or ":" in parts[0]:
        message = f"{archive}: {info.name!r} leads out of the folder it would be unpacked to"
        raise Unreadable(f"{message}; do not unpack this archive")
    return info.isreg()
