"""What a sentence may quote: scalars of the record, published numbers, releases, and counts of the whole site."""

from collections.abc import Mapping
from typing import Any

from explainer.facts.record import Record
from explainer.inputs.content import Published
from explainer.plain import Plain, leaves

NOTHING_ELSE: Mapping[str, Any] = {}


def quotable_tree(
    record: Record, published: list[Published], others: Mapping[str, Any] = NOTHING_ELSE
) -> dict[str, Any]:
    """What the pages' engine loads: scalars by topic, snippet, slug and name, the published numbers, `others`."""
    numbers = {entry.name: entry.value for entry in published if not isinstance(entry.value, list)}
    return {"facts": record.scalars(), "published": numbers, **others}


def quotable(record: Record, published: list[Published], others: Mapping[str, Any] = NOTHING_ELSE) -> dict[str, Plain]:
    """Every dotted name that a sentence may quote, with its value."""
    tree = quotable_tree(record, published, others)
    return {
        name: value
        for top, content in tree.items()
        for name, value in leaves(content, top)
        if not isinstance(value, dict)
    }


def shared_versions(record: Record) -> dict[str, str]:
    """torch's version, where every recorded run has the same one."""
    runs = [run for claim in record.claims.values() for run in claim.runs.values()]
    versions = {run.measured.versions["torch"] for run in runs if "torch" in run.measured.versions}
    return {"torch": next(iter(versions))} if len(versions) == 1 else {}
