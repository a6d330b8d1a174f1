"""Join what a sentence may quote: the record's scalars, published numbers, and groups that the caller adds."""

from collections.abc import Mapping
from typing import Any

from explainer.fact_values import PlainValue, leaves
from explainer.facts.record import Record
from explainer.inputs.content import Published

NO_OTHER_GROUPS: Mapping[str, Any] = {}


def quotable_tree(
    record: Record, published: list[Published], other_groups: Mapping[str, Any] = NO_OTHER_GROUPS
) -> dict[str, Any]:
    """Return the variables of the pages: `facts`, `published`, and each of `other_groups` under its own key.

    `facts` is nested by topic, snippet, slug and fact, without the slug for a claim that is run once.
    """
    # A list is shown as a figure or a table: no sentence can quote it.
    numbers = {entry.name: entry.value for entry in published if not isinstance(entry.value, list)}
    return {"facts": record.scalars(), "published": numbers, **other_groups}


def quotable_values(
    record: Record, published: list[Published], other_groups: Mapping[str, Any] = NO_OTHER_GROUPS
) -> dict[str, PlainValue]:
    """Return the value of every dotted name that a sentence may quote."""
    tree = quotable_tree(record, published, other_groups)
    return {
        name: value
        for top, content in tree.items()
        for name, value in leaves(content, top)
        if not isinstance(value, dict)  # an empty mapping, which `leaves` yields as a leaf
    }


def common_torch_version(record: Record) -> str | None:
    """Return the version of torch if all recorded runs that have torch have the same one, else None."""
    runs = [run for claim in record.claims.values() for run in claim.runs.values()]
    versions = {run.measured.versions["torch"] for run in runs if "torch" in run.measured.versions}
    return next(iter(versions)) if len(versions) == 1 else None
