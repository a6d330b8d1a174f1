"""Reads `content/checkpoints.yml`: the checkpoints that the pages speak of."""

import hashlib
import re
from collections import Counter
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.entries import CONTENT, Struct, each, read_mapping, refuse, to_struct
from explainer.plain import SHADOWED

FILE = f"{CONTENT}/checkpoints.yml"
# The slug of a snippet that takes no checkpoint: it is run once.
ONCE = "once"


class Source(Struct, frozen=True):
    """Where a checkpoint may come from: an installed `package`, a `folder` of the repository, or the `hub`."""

    kind: str
    name: str = ""
    path: str = ""


class Checkpoint(Struct, frozen=True):
    """One checkpoint. `files` maps each file that is loaded to its sha256.

    One that is not `by_default` is of another kind than the rest: only snippets that say what they need run on it.
    One that is `on_request` is measured only for those who ask for it. `megabytes` is what the hub would send.
    """

    slug: str
    id: str
    title: str
    revision: str
    what_for: str
    has: frozenset[str]
    sources: tuple[Source, ...]
    files: dict[str, str]
    by_default: bool = True
    on_request: bool = False
    megabytes: int = 0

    def fits(self, needs: tuple[str, ...]) -> bool:
        """Whether a snippet with these `needs` runs on it."""
        return self.has.issuperset(needs) and (self.by_default or bool(needs))

    @property
    def digest(self) -> str:
        """Twelve digits that name the files: of the sha256 over their hashes, in the order of their names."""
        listing = "".join(f"{name} {sha256}\n" for name, sha256 in sorted(self.files.items()))
        return hashlib.sha256(listing.encode()).hexdigest()[:12]

    @property
    def always_available(self) -> bool:
        """Whether every machine that can build has it: it does not depend on the hub."""
        return any(source.kind != "hub" for source in self.sources)


def read_checkpoints(root: Path) -> list[Checkpoint]:
    """All checkpoints, in the file's order; no file means none. Raises UserError with a line for each bad entry."""
    if not (root / FILE).exists():
        return []
    found = each(_checkpoint, read_mapping(root, FILE, "checkpoints").items())
    uses = Counter(checkpoint.id for checkpoint in found)
    refuse(f"{FILE}:1: two slugs have the id {one!r}; a checkpoint has one" for one in sorted(uses) if uses[one] > 1)
    return found


def _checkpoint(slug: str, entry: Any) -> Checkpoint:
    where = f"{FILE}:{getattr(entry, 'line', 1)}: `{slug}`"
    if not re.fullmatch(r"[a-z][a-z0-9_]*", slug) or slug in SHADOWED or slug == ONCE:
        raise UserError(f"{where}: a slug is lower-case letters, digits and _, not `{ONCE}` nor a method of dict")
    if isinstance(entry, dict) and isinstance(entry.get("sources"), list):
        entry = {**entry, "sources": [_source(where, source) for source in entry["sources"]]}
    checkpoint = to_struct(Checkpoint, entry, where, slug=slug)
    if not checkpoint.files:
        raise UserError(f"{where}: `files` names none, so nothing could be verified")
    for name, sha256 in checkpoint.files.items():
        if not re.fullmatch(r"[0-9a-f]{64}", sha256):
            raise UserError(f"{where}: files: `{name}` needs its sha256, 64 hexadecimal digits")
    return checkpoint


def _source(where: str, entry: Any) -> dict[str, str]:
    match entry:
        case "hub":
            return {"kind": "hub"}
        case {"package": str(name), "path": str(path)}:
            return {"kind": "package", "name": name, "path": path}
        case {"folder": str(path)}:
            return {"kind": "folder", "path": path}
    raise UserError(f"{where}: a source is `hub`, `folder: PATH`, or `package: NAME` with `path: PATH` in it")
