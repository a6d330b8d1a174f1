"""The record: every fact of every run, as `facts.yml` holds it, and how new results enter it.

A record is plain data, topic → snippet → {claim, runs: slug → {measured, facts}}.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from explainer.artifacts import Versions, output_path, run_record
from explainer.facts import Plain, kept, leaves, scalars, text_kept
from explainer.ledgers import Published
from explainer.measure.runner import Result
from explainer.sources import Run


@dataclass(frozen=True)
class Change:
    """One fact that became different: its dotted name, and both values (None: it was not there, or is gone)."""

    name: str
    old: Plain | None
    new: Plain | None


def merge(
    runs: list[Run],
    record: dict[str, Any],
    existing: dict[str, str],
    results: list[Result],
    digests: dict[str, str],
) -> tuple[dict[str, Any], dict[str, str]]:
    """The record and the outputs with the new results in them, sticky, and without what no longer exists."""
    updated: dict[str, Any] = {}
    outputs: dict[str, str] = {}
    by_name = {result.run.name: result for result in results}
    versions = Versions()
    for run in runs:
        entry = run_record(record, run.snippet.key, run.slug)
        path = output_path(run.snippet.key, run.slug)
        output = existing.get(path, "")
        if (result := by_name.get(run.name)) is not None:
            entry, output = _sticky(result, entry, output, versions, used_digests(run, digests))
        if entry is None:
            continue
        home = updated.setdefault(run.snippet.topic, {}).setdefault(
            run.snippet.name, {"claim": run.snippet.claim, "runs": {}}
        )
        home["runs"][run.slug] = entry
        outputs[path] = output
    return updated, outputs


def used_digests(run: Run, digests: dict[str, str]) -> dict[str, str]:
    """slug → digest of the files of each checkpoint that the run reads."""
    return {slug: digests[slug] for slug in run.uses if slug in digests}


def _sticky(
    result: Result, entry: dict[str, Any] | None, output: str, versions: Versions, checkpoints: dict[str, str]
) -> tuple[dict[str, Any], str]:
    """The recorded run, changed only where the new result disagrees with it."""
    snippet = result.run.snippet
    made_from = {"snippet": snippet.digest, **checkpoints, **versions.named(snippet)}
    if entry is None:
        return _entry(result.facts, made_from, result.device), result.output
    if result.device == "cuda" and snippet.seeded and entry["measured"]["snippet"] == snippet.digest:
        return entry, output  # another device, another random stream: only the claim was checked
    facts = {name: kept(entry["facts"].get(name), value, snippet.tolerance) for name, value in result.facts.items()}
    text = text_kept(output, result.output, snippet.tolerance)
    before = {name: value for name, value in entry["measured"].items() if name not in ("device", "date")}
    if before == made_from and facts == entry["facts"] and text == output:
        return entry, output
    return _entry(facts, made_from, result.device), text


def _entry(facts: dict[str, Plain], made_from: dict[str, str], device: str) -> dict[str, Any]:
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return {"measured": {**made_from, "device": device, "date": today}, "facts": facts}


def all_facts(record: dict[str, Any]) -> dict[str, Plain]:
    """Every leaf of every fact by its dotted name, `facts.topic.snippet.slug.name`."""
    return {
        name: value
        for topic, snippets in record.items()
        for snippet, entry in snippets.items()
        for slug, run in entry["runs"].items()
        for fact, whole in run["facts"].items()
        for name, value in leaves(whole, f"facts.{topic}.{snippet}.{slug}.{fact}")
    }


def changes(old: dict[str, Any], new: dict[str, Any]) -> Iterator[Change]:
    """Every leaf that differs between two records, in the order of their names."""
    before, after = all_facts(old), all_facts(new)
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name) or type(before.get(name)) is not type(after.get(name)):
            yield Change(name, before.get(name), after.get(name))


def quotable_tree(record: dict[str, Any], entries: list[Published]) -> dict[str, Any]:
    """What the pages' engine loads: scalars by topic, snippet, slug and name, and the published numbers."""
    facts = {
        topic: {
            snippet: {slug: scalars(run["facts"]) or {} for slug, run in entry["runs"].items()}
            for snippet, entry in snippets.items()
        }
        for topic, snippets in record.items()
    }
    published = {entry.name: entry.value for entry in entries if not isinstance(entry.value, list)}
    return {"facts": facts, "published": published}


def quotable(record: dict[str, Any], entries: list[Published]) -> dict[str, Plain]:
    """Every dotted name that a sentence may quote, with its value."""
    content = quotable_tree(record, entries)
    return {
        name: value
        for top in ("facts", "published")
        for key, item in content[top].items()
        for name, value in leaves(item, f"{top}.{key}")
        if not isinstance(value, dict)
    }
