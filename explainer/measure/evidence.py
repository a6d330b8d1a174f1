"""What a claim was asked beside its own run: other seeds, and CPUs with fewer instructions. It is kept by digest.

The digest names what was asked, the program, the files that it names and the libraries behind it: when one of these is
another, it is asked again. The engine is in no digest; each night everything is asked.
"""

import json
from collections.abc import Mapping

import msgspec

from explainer.inputs.code_digest import digest
from explainer.inputs.snippets import Snippet
from explainer.inputs.yaml_files import to_lined_json
from explainer.measure.fingerprints import files_named
from explainer.measure.installed import Versions
from explainer.paths import Project

FILE = "evidence.json"  # below the artifacts


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """The digests with which a claim held under other seeds, and gave what is recorded on lesser CPUs."""

    seeds: str = ""
    cpus: str = ""


NOTHING = Evidence()


def digest_of(snippet: Snippet, versions: Versions, project: Project, asked: object) -> str:
    """Name what a claim's answer follows from. `asked` is what it was asked, such as the seeds."""
    behind = {name: (version or "").partition("+")[0] for name, version in versions.behind(snippet).items()}
    return digest(snippet.digest, json.dumps([asked, files_named(snippet, project.root), behind], sort_keys=True))


def parsed(text: str) -> dict[str, Evidence]:
    """Read the file's text, by claim. One that is broken, as by a merge, says nothing: all is asked again."""
    try:
        return msgspec.json.decode(text, type=dict[str, Evidence])
    except msgspec.DecodeError:
        return {}


def to_text(entries: Mapping[str, Evidence]) -> str:
    """Return the file's text, a line for each claim of which there is something to say; empty if there is none."""
    plain = {key: msgspec.to_builtins(entry) for key, entry in sorted(entries.items()) if entry != NOTHING}
    return to_lined_json(plain, width=100_000, levels=1) if plain else ""
