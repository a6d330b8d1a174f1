"""Check that claims give their recorded numbers on CPUs with fewer instructions, which add up in another order.

`make check-cpus` runs the claims without current evidence, and records them; FORCE=1 runs all.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec

from explainer.inputs.snippets import read_snippets
from explainer.inputs.text_files import replace_text
from explainer.measure import evidence
from explainer.measure.installed import Versions
from explainer.paths import Project
from explainer.pipeline.artifact_files import locked, read_files

# These limit the instructions that PyTorch, oneDNN and MKL use. Each library has its own names for the same limit.
CPU_VARIABLES = ("ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "MKL_ENABLE_INSTRUCTIONS")
CPU_SETTINGS = {"default": ("default", "SSE41", "SSE4_2"), "avx2": ("avx2", "AVX2", "AVX2")}


def claims_to_compare(project: Project) -> dict[str, str]:
    """Return, by claim, the evidence digest for these CPUs, of claims that use torch and print a decimal.

    Other claims print no number that the order of additions could change.
    """
    files, versions = read_files(project), Versions()
    # `outputs/topic/name.slug.txt`; a match in any other file is no claim's key, so it selects nothing
    printed = [name.removeprefix("outputs/") for name, text in files.items() if re.search(r"\d\.\d", text)]
    with_decimal = {name.split(".")[0] for name in printed}
    return {
        snippet.key: evidence.digest_of(snippet, versions, project, CPU_SETTINGS)
        for snippet in read_snippets(project.root)
        if snippet.key in with_decimal and {name.split(".")[0] for name in snippet.imports} & {"torch", "transformers"}
    }


def claims_due(project: Project, claims: dict[str, str]) -> list[str]:
    """Return the keys of `claims` whose digest differs from the recorded one, or has none."""
    recorded = _recorded(project)
    return [key for key, digest in claims.items() if recorded.get(key, evidence.NO_EVIDENCE).cpus != digest]


def run_and_compare(project: Project, cpu: str, keys: list[str]) -> str:
    """Run these claims with the CPU's instructions. Return the build's report if a number differs, else ""."""
    command = [sys.executable, "build_artifacts.py", "--check", "--force", *keys]
    env = {**os.environ, **dict(zip(CPU_VARIABLES, CPU_SETTINGS[cpu], strict=True))}
    done = subprocess.run(command, cwd=project.root, env=env, capture_output=True, text=True, check=False)
    return f"On a CPU with {cpu} instructions:\n{done.stdout}{done.stderr}" if done.returncode else ""


def _recorded(project: Project) -> dict[str, evidence.Evidence]:
    """Return the recorded evidence, by claim."""
    file = project.artifacts / evidence.EVIDENCE_FILE
    return evidence.parse_evidence(file.read_text(encoding="utf-8") if file.exists() else "")


def main(root: Path, *, force: bool) -> int:
    """Run the claims that are due (all with `force`), record them if all numbers agree, and return the exit status."""
    project = Project(root)
    claims = claims_to_compare(project)
    keys = list(claims) if force else claims_due(project, claims)
    for cpu in CPU_SETTINGS if keys else ():
        print(f"{len(keys)} claims on a CPU with {cpu} instructions", file=sys.stderr, flush=True)
        if report := run_and_compare(project, cpu, keys):
            print(report, file=sys.stderr)
            return 1
    with locked(project):
        recorded = _recorded(project)  # read under the lock: another build may have written it
        updated = {
            key: msgspec.structs.replace(recorded.get(key, evidence.NO_EVIDENCE), cpus=claims.get(key, ""))
            for key in recorded.keys() | claims.keys()
        }
        replace_text(project.artifacts / evidence.EVIDENCE_FILE, evidence.to_text(updated))
    print(f"{len(keys)} of {len(claims)} claims ran; all of them give the recorded numbers")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path.cwd(), force="--force" in sys.argv[1:]))
