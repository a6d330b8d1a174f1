"""Reads `checkpoints.yml`: the checkpoints that the pages speak of."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.yaml_files import Mapping, read_yaml
from explainer.plain import SHADOWED

FILE = "checkpoints.yml"
# The libraries whose versions stand beside every number on the site.
NAMED = ("torch", "transformers")
# The slug of a snippet that takes no checkpoint: it is run once.
ONCE = "once"


@dataclass(frozen=True)
class Source:
    """Where a checkpoint may come from: an installed package, a folder of the repository, or the hub."""

    kind: str
    name: str
    path: str


@dataclass(frozen=True)
class Checkpoint:
    """One entry of the registry. `files` maps each file that is loaded to its sha256."""

    slug: str
    id: str
    title: str
    revision: str
    what_for: str
    has: frozenset[str]
    sources: tuple[Source, ...]
    files: dict[str, str]

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
    """The registry, in its own order. Raises UserError with file and line for each bad entry."""
    document = read_yaml(root / FILE, root)
    if not isinstance(document, Mapping) or not isinstance(document.get("checkpoints"), Mapping):
        raise UserError(f"{FILE}:1: expected a mapping `checkpoints:` from slug to entry")
    problems: list[str] = []
    found: list[Checkpoint] = []
    for slug, entry in document["checkpoints"].items():
        try:
            found.append(_checkpoint(slug, entry))
        except UserError as error:
            problems.extend(error.lines)
    for id_ in sorted({one.id for one in found if [other.id for other in found].count(one.id) > 1}):
        problems.append(f"{FILE}:1: two slugs have the id {id_!r}; a checkpoint has one")
    if problems:
        raise UserError(*problems)
    return found


def by_id(checkpoints: list[Checkpoint]) -> dict[str, Checkpoint]:
    """The registry keyed by what `from_pretrained` is given."""
    return {checkpoint.id: checkpoint for checkpoint in checkpoints}


def _checkpoint(slug: str, entry: Any) -> Checkpoint:
    line = entry.line if isinstance(entry, Mapping) else 1
    where = f"{FILE}:{line}: `{slug}`"
    if not re.fullmatch(r"[a-z][a-z0-9_]*", str(slug)) or slug in SHADOWED or slug == ONCE:
        raise UserError(f"{where}: a slug is lower-case letters, digits and _, not `{ONCE}` nor a method of dict")
    if not isinstance(entry, Mapping):
        raise UserError(f"{where}: expected a mapping with id, title, revision, what_for, has, sources, files")
    for name, kind in _FIELDS.items():
        if not isinstance(entry.get(name), kind):
            raise UserError(f"{where}: `{name}` must be a {kind.__name__} (got {entry.get(name)!r})")
    if not all(isinstance(item, str) for item in entry["has"]):
        raise UserError(f"{where}: `has` is a list of words (got {entry['has']!r})")
    if not entry["files"]:
        raise UserError(f"{where}: `files` names none, so nothing could be verified")
    if unknown := sorted(entry.keys() - _FIELDS.keys()):
        raise UserError(f"{where}: unknown field `{unknown[0]}`; known: {', '.join(_FIELDS)}")
    for name, sha256 in entry["files"].items():
        if not re.fullmatch(r"[0-9a-f]{64}", str(sha256)):
            raise UserError(f"{where}: files: `{name}` needs its sha256, 64 hexadecimal digits")
    return Checkpoint(
        slug=slug,
        id=entry["id"],
        title=entry["title"],
        revision=entry["revision"],
        what_for=entry["what_for"],
        has=frozenset(entry["has"]),
        sources=tuple(_source(where, source) for source in entry["sources"]),
        files=dict(entry["files"]),
    )


_FIELDS = {"id": str, "title": str, "revision": str, "what_for": str, "has": list, "sources": list, "files": dict}


def _source(where: str, entry: Any) -> Source:
    match entry:
        case "hub":
            return Source("hub", "", "")
        case {"package": str(name), "path": str(path)}:
            return Source("package", name, path)
        case {"folder": str(path)}:
            return Source("folder", "", path)
    raise UserError(f"{where}: a source is `hub`, `folder: PATH`, or `package: NAME` with `path: PATH` in it")
