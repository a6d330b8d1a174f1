"""What a sentence may quote: scalars of the record, and published numbers."""

from typing import Any

from explainer.facts.record import Record
from explainer.inputs.statements import Published
from explainer.plain import Plain, leaves


def quotable_tree(record: Record, published: list[Published]) -> dict[str, Any]:
    """What the pages' engine loads: scalars by topic, snippet, slug and name, and the published numbers."""
    numbers = {entry.name: entry.value for entry in published if not isinstance(entry.value, list)}
    return {"facts": record.scalars(), "published": numbers}


def quotable(record: Record, published: list[Published]) -> dict[str, Plain]:
    """Every dotted name that a sentence may quote, with its value."""
    tree = quotable_tree(record, published)
    return {
        name: value
        for top, content in tree.items()
        for name, value in leaves(content, top)
        if not isinstance(value, dict)
    }
