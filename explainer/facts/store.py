"""Reads the record of all facts, `docs/artifacts/facts.yml`."""

from typing import Any

from explainer.errors import UserError
from explainer.inputs.yaml_files import read_yaml
from explainer.paths import Project

SCHEMA = 1


MEND = "take either side, then run `python build_artifacts.py --force`"


def read_record(project: Project) -> dict[str, Any]:
    """`facts.yml` as topic → snippet → {claim, runs: slug → {measured, facts}}; empty if there is none yet.

    Raises UserError for merge-conflict marks, broken YAML or another schema.
    """
    path = project.artifacts / "facts.yml"
    if not path.exists():
        return {}
    document = read_yaml(path, project.root, mend=MEND, lines=False)
    shown = path.relative_to(project.root)
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise UserError(f"{shown}:1: expected schema {SCHEMA}; delete docs/artifacts and build again")
    record = document.get("facts")
    if not _is_record(record):
        raise UserError(f"{shown}:1: expected facts by topic, snippet and run; {MEND}")
    return dict(record or {})


def _is_record(record: Any) -> bool:
    try:
        runs = [run for topic in record.values() for entry in topic.values() for run in entry["runs"].values()]
        return all(isinstance(run["facts"], dict) and isinstance(run["measured"]["snippet"], str) for run in runs)
    except (AttributeError, KeyError, TypeError):
        return False


def run_record(record: dict[str, Any], key: str, slug: str) -> dict[str, Any] | None:
    """The recorded run of a snippet on a checkpoint, if there is one."""
    topic, name = key.split("/")
    run: dict[str, Any] | None = record.get(topic, {}).get(name, {}).get("runs", {}).get(slug)
    return run


def output_path(key: str, slug: str) -> str:
    """Where a run's recorded output lies, below the artifacts."""
    return f"outputs/{key}.{slug}.txt"
