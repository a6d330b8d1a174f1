"""Check that claims give their recorded numbers on CPUs with fewer instructions, which add in another order.

`make check-cpus` runs the claims that have changed since they passed, and records that they pass; FORCE=1 runs all.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec

from explainer.fact_values import MAIN_LIBRARIES
from explainer.inputs.snippets import read_snippets
from explainer.inputs.text_files import replace_text
from explainer.measure import evidence
from explainer.measure.installed import InstalledVersions
from explainer.paths import Project
from explainer.pipeline.artifact_files import locked, read_files

# The environment variables by which PyTorch, oneDNN and MKL limit their instructions, and their values for each CPU.
CPU_VARIABLES = ("ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "MKL_ENABLE_INSTRUCTIONS")
CPU_SETTINGS = {"default": ("default", "SSE41", "SSE4_2"), "avx2": ("avx2", "AVX2", "AVX2")}


def claims_to_compare(project: Project) -> dict[str, str]:
    """Return, by claim's key, the evidence digest of claims that use torch or transformers and print a decimal.

    Other claims print no number that the order of additions could change.
    """
    files, installed = read_files(project), InstalledVersions()
    # An output is `outputs/topic/name.slug.txt`. Other files give names here that are no claim's key: they do no harm.
    with_decimal = [name.removeprefix("outputs/") for name, text in files.items() if re.search(r"\d\.\d", text)]
    keys_with_decimal = {name.split(".")[0] for name in with_decimal}
    return {
        snippet.key: evidence.digest_of(snippet, installed, project, CPU_SETTINGS)
        for snippet in read_snippets(project.root)
        if snippet.key in keys_with_decimal
        and not {name.split(".")[0] for name in snippet.imports}.isdisjoint(MAIN_LIBRARIES)
    }


def claims_due(project: Project, claim_digests: dict[str, str]) -> list[str]:
    """Return the keys of the claims that have not passed with this digest."""
    recorded = _read_evidence(project)
    return [
        key for key, digest in claim_digests.items() if recorded.get(key, evidence.NO_EVIDENCE).cpus_digest != digest
    ]


def run_and_compare(project: Project, cpu: str, keys: list[str]) -> str:
    """Run these claims with the instructions of `cpu`, a key of CPU_SETTINGS. Return "", or the report if one fails."""
    command = [sys.executable, "build_artifacts.py", "--check", "--force", *keys]
    env = {**os.environ, **dict(zip(CPU_VARIABLES, CPU_SETTINGS[cpu], strict=True))}
    process = subprocess.run(command, cwd=project.root, env=env, capture_output=True, text=True, check=False)
    return f"On a CPU with {cpu} instructions:\n{process.stdout}{process.stderr}" if process.returncode else ""


def _read_evidence(project: Project) -> dict[str, evidence.Evidence]:
    """Read the recorded evidence, by claim's key; empty without the file."""
    file = project.artifacts / evidence.EVIDENCE_FILE
    return evidence.parse_evidence(file.read_text(encoding="utf-8") if file.exists() else "")


def main(root: Path, *, force: bool) -> int:
    """Run the claims that are due (with `force`, all), record that they pass if all do, and return the exit status."""
    project = Project(root)
    claim_digests = claims_to_compare(project)
    due = list(claim_digests) if force else claims_due(project, claim_digests)
    for cpu in CPU_SETTINGS if due else ():
        print(f"{len(due)} claims on a CPU with {cpu} instructions", file=sys.stderr, flush=True)
        if report := run_and_compare(project, cpu, due):
            print(report, file=sys.stderr)
            return 1
    with locked(project):
        recorded = _read_evidence(project)  # read under the lock: another build may have written it
        updated = {  # "" for a claim that is no longer compared
            key: msgspec.structs.replace(
                recorded.get(key, evidence.NO_EVIDENCE), cpus_digest=claim_digests.get(key, "")
            )
            for key in recorded.keys() | claim_digests.keys()
        }
        replace_text(project.artifacts / evidence.EVIDENCE_FILE, evidence.evidence_text(updated))
    print(f"{len(due)} of {len(claim_digests)} claims ran; all of them give the recorded numbers")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path.cwd(), force="--force" in sys.argv[1:]))
