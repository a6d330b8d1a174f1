"""Collect what a sentence may quote: scalars of the record, published numbers, releases, counts over the site."""

from collections.abc import Mapping
from typing import Any

from explainer.fact_values import PlainValue, leaves
from explainer.facts.record import Record
from explainer.inputs.content import Published

NO_EXTRAS: Mapping[str, Any] = {}


def quotable_tree(record: Record, published: list[Published], extras: Mapping[str, Any] = NO_EXTRAS) -> dict[str, Any]:
    """Return the mapping that mkdocs-macros loads: `facts`, `published`, and `extras` by their own names.

    `facts` is nested by topic, snippet, slug and fact, without the slug for a claim that is run once.
    """
    numbers = {entry.name: entry.value for entry in published if not isinstance(entry.value, list)}
    return {"facts": record.scalars(), "published": numbers, **extras}


def quotable(
    record: Record, published: list[Published], extras: Mapping[str, Any] = NO_EXTRAS
) -> dict[str, PlainValue]:
    """Return the value of every dotted name that a sentence may quote."""
    tree = quotable_tree(record, published, extras)
    return {
        name: value
        for top, content in tree.items()
        for name, value in leaves(content, top)
        if not isinstance(value, dict)
    }


def shared_versions(record: Record) -> dict[str, str]:
    """Return `{"torch": version}` if all recorded runs have the same version of torch, else nothing."""
    runs = [run for claim in record.claims.values() for run in claim.runs.values()]
    versions = {run.measured.versions["torch"] for run in runs if "torch" in run.measured.versions}
    return {"torch": next(iter(versions))} if len(versions) == 1 else {}
