"""What a run was made from, in one hash: while it is the same, the run need not be repeated."""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from explainer.inputs.snippets import Snippet
from explainer.inputs.yaml_files import replace_text
from explainer.measure.installed import Versions
from explainer.measure.plan import Run
from explainer.paths import Project


def machinery_digest() -> str:
    """Names the code that runs snippets and reads their values; when it changes, everything is run again."""
    measure = Path(__file__).parent
    engine = measure.parent
    also = [engine / "inputs" / "snippets.py", engine / "plain.py", engine / "facts" / "compare.py"]
    sources = [*sorted(measure.glob("*.py")), *also]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()


def fingerprint(
    run: Run, checkpoints: dict[str, Any], versions: Versions, project: Project, machinery: str, device: str
) -> str:
    """Everything that a run's result depends on, in one hash.

    `checkpoints` are those it reads. Files of the repository that the snippet names, such as a committed log, are read.
    """
    snippet = run.snippet
    files = {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in _named(snippet, project.root)}
    behind = versions.behind(snippet)
    parts = [snippet.source, run.checkpoint, checkpoints, files, behind, machinery, device, sys.version]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _named(snippet: Snippet, root: Path) -> Iterator[Path]:
    """Files of the repository that a snippet names; of a folder with `/*.py` at its end, the programs in it."""
    for text in sorted(snippet.strings):
        if text.endswith("/*.py") and "\n" not in text:
            yield from sorted((root / text).parent.glob("*.py"))
        elif ("/" in text or text.endswith((".py", ".yml"))) and "\n" not in text and (root / text).is_file():
            yield root / text


def entry_digest(entry: dict[str, Any] | None, output: str | None) -> str:
    """Names a recorded run as it stands on disk, so that an edit by hand makes it stale."""
    return hashlib.sha256(json.dumps([entry, output], sort_keys=True).encode()).hexdigest()


def read_fingerprints(project: Project) -> dict[str, list[str]]:
    """run name → [fingerprint, entry digest]; a missing or broken cache is an empty one."""
    try:
        known = json.loads(project.fingerprints.read_text())
        return known if isinstance(known, dict) else {}
    except (OSError, ValueError):
        return {}


def write_fingerprints(project: Project, known: dict[str, list[str]]) -> None:
    """Replaces the cache in one step."""
    replace_text(project.fingerprints, json.dumps(known, indent=1, sort_keys=True))
