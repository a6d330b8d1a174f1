"""The record: every fact of every run, as `facts.yml` holds it, and how new results enter it.

A record is plain data, topic → snippet → {claim, runs: slug → {measured, facts}}.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from explainer.facts.compare import kept, text_kept
from explainer.facts.store import output_path, run_record
from explainer.inputs.ledgers import Published
from explainer.measure.installed import Versions
from explainer.measure.plan import Run
from explainer.measure.runner import Result
from explainer.plain import Plain, leaves, scalars

# slug → {revision, files} of every checkpoint that was found.
Used: TypeAlias = dict[str, dict[str, str]]


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
    used: Used,
    versions: Versions,
) -> tuple[dict[str, Any], dict[str, str]]:
    """The record and the outputs with the results in them, sticky, and without what no longer exists.

    A snippet of which any run failed stays as it is recorded: a claim that does not hold is not published.
    """
    updated: dict[str, Any] = {}
    outputs: dict[str, str] = {}
    by_name = {result.run.name: result for result in results}
    failed = {result.run.snippet.key for result in results if result.failure}
    for run in runs:
        key, path = run.snippet.key, output_path(run.snippet.key, run.slug)
        entry, output = run_record(record, key, run.slug), existing.get(path, "")
        result = by_name.get(run.name)
        if result is not None and key not in failed:
            entry, output = _sticky(result, entry, output, versions, used_now(run, used))
        if entry is None:
            continue
        claim = record[run.snippet.topic][run.snippet.name]["claim"] if key in failed else run.snippet.claim
        home = updated.setdefault(run.snippet.topic, {}).setdefault(run.snippet.name, {"claim": claim, "runs": {}})
        home["runs"][run.slug] = entry
        outputs[path] = output
    return updated, outputs


def used_now(run: Run, used: Used) -> Used:
    """Of the checkpoints found, those that the run reads."""
    return {slug: used[slug] for slug in run.uses if slug in used}


def _sticky(
    result: Result, entry: dict[str, Any] | None, output: str, versions: Versions, used: Used
) -> tuple[dict[str, Any] | None, str]:
    """The recorded run, changed only where the new result disagrees with it."""
    snippet = result.run.snippet
    if result.device == "cuda" and snippet.seeded:
        return entry, output  # another device, another random stream: only the claim was checked
    made_from = {"snippet": snippet.digest, **used, **versions.named(snippet)}
    if entry is None:
        return _entry(result.facts, made_from, result.device), result.output
    facts = {name: kept(entry["facts"].get(name), value, snippet.tolerance) for name, value in result.facts.items()}
    before = {name: value for name, value in entry["measured"].items() if name not in ("device", "date")}
    if facts != entry["facts"] or before != made_from:
        return _entry(facts, made_from, result.device), result.output
    # The same source on the same files and versions, with the same facts: only the text's last digits can differ.
    text = text_kept(output, result.output, snippet.tolerance, facts)
    return (entry, output) if text == output else (_entry(facts, made_from, result.device), text)


def _entry(facts: dict[str, Plain], made_from: dict[str, Any], device: str) -> dict[str, Any]:
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


def causes(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """What a run that is recorded anew is now made from, one line a run and cause: an edit, a version, a checkpoint."""
    for topic, snippets in new.items():
        for name, entry in snippets.items():
            for slug, run in entry["runs"].items():
                before = (run_record(old, f"{topic}/{name}", slug) or run)["measured"]
                for what, now in run["measured"].items():
                    if what == "snippet" and before.get(what) != now:
                        yield f"snippets/{topic}/{name}.py was edited"
                    elif what not in ("device", "date") and before.get(what) != now:
                        yield f"{what}: {_words(before.get(what))} → {_words(now)}"


def _words(made_from: Any) -> str:
    if isinstance(made_from, dict):
        return " ".join(str(part) for part in made_from.values())
    return str(made_from) if made_from is not None else "(none)"


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
