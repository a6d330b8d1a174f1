"""Read and write `evidence.json`: which claims also held under other seeds and on CPUs with fewer instructions.

A digest covers the setting (such as the seeds), the program, the files that it names and its libraries. When one of
these changes, the claim runs again. The engine is in no digest: each night every claim runs again.
"""

import json
from collections.abc import Mapping

import msgspec

from explainer.inputs.code_digest import digest_of_texts
from explainer.inputs.snippets import Snippet
from explainer.inputs.text_files import to_lined_json
from explainer.measure.fingerprints import digests_of_named_files
from explainer.measure.installed import InstalledVersions
from explainer.paths import Project

EVIDENCE_FILE = "evidence.json"  # below the artifacts


class Evidence(
    msgspec.Struct, frozen=True, omit_defaults=True, rename={"seeds_digest": "seeds", "cpus_digest": "cpus"}
):
    """Hold the digests with which a claim held under other seeds and gave equal facts on lesser CPUs; "" if never."""

    seeds_digest: str = ""
    cpus_digest: str = ""


NO_EVIDENCE = Evidence()


def digest_of(snippet: Snippet, installed: InstalledVersions, project: Project, setting: object) -> str:
    """Return a digest of what a run's outcome depends on. `setting` is what further runs vary, such as the seeds."""
    libraries = {
        name: (version or "").partition("+")[0] for name, version in installed.dependencies_of(snippet).items()
    }
    return digest_of_texts(
        snippet.digest, json.dumps([setting, digests_of_named_files(snippet, project.root), libraries], sort_keys=True)
    )


def parse_evidence(text: str) -> dict[str, Evidence]:
    """Return the evidence in the text, by claim; none if the text is broken, as after a merge: then all runs again."""
    try:
        return msgspec.json.decode(text, type=dict[str, Evidence])
    except msgspec.DecodeError:
        return {}


def evidence_text(entries: Mapping[str, Evidence]) -> str:
    """Return the text of the file, a line for each claim with evidence; "" if no claim has any."""
    builtins = {key: msgspec.to_builtins(entry) for key, entry in sorted(entries.items()) if entry != NO_EVIDENCE}
    return to_lined_json(builtins, width=100_000, levels=1) if builtins else ""
