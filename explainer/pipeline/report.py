"""What a build says when it is done: for the terminal, and as Markdown for a pull request."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator
from typing import Any

from explainer.facts.merge import Change
from explainer.inputs.checkpoints import NAMED
from explainer.pipeline.outcome import Options, Outcome
from explainer.plain import Plain

SHOWN = 60  # characters of a value
OTHERS = 4  # changed artifacts that no page shows


def exit_status(outcome: Outcome, *, check: bool) -> int:
    """0; 1 if a claim failed or, under `--check`, something is stale; 2 for pages or ledgers that do not fit."""
    if outcome.failures or (check and (outcome.changes or outcome.files)):
        return 1
    return 2 if outcome.problems else 0


def lines(outcome: Outcome, options: Options, seconds: float) -> Iterator[str]:
    """The report for a terminal: flipped claims first, then facts with the pages that quote them, then how to mend."""
    for result in outcome.failures:
        yield f"FAILED  {result.run.name}: {result.run.snippet.claim}"
        yield f"        {result.failure}"
        yield from (f"        | {line}" for line in result.trace.splitlines())
    changed = "STALE  " if options.check else "CHANGED"
    new = [change for change in outcome.changes if change.old is None]
    for run, count in Counter(_run(change) for change in new).items():
        yield f"{'STALE  ' if options.check else 'NEW    '} {run}: {count} values that are recorded nowhere yet"
    for change in outcome.changes:
        if change.old is not None:
            yield f"{changed} {_change(change)}"
            yield from (f"        quoted in {place}" for place in _places(change, outcome))
    yield from (f"BECAUSE {cause}" for cause in _causes(outcome))
    yield from _file_lines(outcome, changed if options.check else "WROTE  ")
    yield from (f"WRONG   {problem}" for problem in outcome.problems)
    yield from (
        f"NOTE    {name}: recorded nowhere yet; `python build_artifacts.py` adds it" for name in outcome.new_here
    )
    yield from (f"NOTE    {note}" for note in outcome.notes)
    yield from (f"SKIPPED {line}" for line in outcome.not_available)
    if options.check and (outcome.changes or outcome.files):
        yield f"to mend: {mend(options)}"
    yield summary(outcome, seconds)


def _causes(outcome: Outcome) -> list[str]:
    return [f"{cause} ({runs} run{'s' if runs > 1 else ''})" for cause, runs in Counter(outcome.causes).items()]


def _file_lines(outcome: Outcome, word: str) -> Iterator[str]:
    """Changed artifacts that pages show, with where; of the others the first few; and what is removed."""
    others: list[str] = []
    for name in outcome.files:
        if name in outcome.removed:
            yield f"REMOVED docs/artifacts/{name}"
        elif places := outcome.where.get(name):
            yield f"{word} docs/artifacts/{name}"
            yield from (f"        shown in {place}" for place in places)
        else:
            others.append(f"docs/artifacts/{name}")
    if others:
        more = f" and {len(others) - OTHERS} more" if len(others) > OTHERS else ""
        yield f"{word} {', '.join(others[:OTHERS])}{more}"


def mend(options: Options) -> str:
    """The command that brings the artifacts up to date."""
    words = ["python build_artifacts.py", *options.wanted]
    words += [f"--checkpoint {slug}" for slug in options.checkpoints]
    words += [f"--checkpoints-folder {shlex.quote(str(folder))}" for folder in options.folders]
    words += [f"--device {options.device}"] if options.device != "cpu" else []
    return " ".join(words)


def summary(outcome: Outcome, seconds: float) -> str:
    """One line of counts."""
    return (
        f"ran {outcome.ran}, unchanged {outcome.unchanged}, facts changed {len(outcome.changes)}, "
        f"claims failed {len(outcome.failures)}, checkpoints not available {len(outcome.not_available)}, "
        f"{seconds:.1f} s"
    )


def markdown(outcome: Outcome, options: Options, seconds: float) -> str:
    """The same as Markdown."""
    parts = ["# What became different", summary(outcome, seconds)]
    if outcome.failures:
        rows = [f"- **{r.run.snippet.claim}** ({r.run.name})  \n  `{r.failure}`" for r in outcome.failures]
        parts += ["## Claims that do not hold", "\n".join(rows)]
    if outcome.changes:
        rows = ["| fact | recorded | now | quoted in |", "| --- | --- | --- | --- |"]
        rows += [
            f"| `{c.name}` | {_cell(c.old)} | {_cell(c.new)} | {'<br>'.join(_places(c, outcome))} |"
            for c in outcome.changes
        ]
        parts += ["## Facts", "\n".join(rows)]
    if outcome.causes:
        parts += ["## Because", "\n".join(f"- {cause}" for cause in _causes(outcome))]
    if outcome.files:
        shown = [(name, outcome.where.get(name, [])) for name in outcome.files]
        rows = [f"- `docs/artifacts/{name}`" + (f" (shown in {', '.join(at)})" if at else "") for name, at in shown]
        parts += ["## Artifacts", "\n".join(rows)]
    not_recorded = [f"{name}: recorded nowhere yet" for name in outcome.new_here]
    sections = (("Problems", outcome.problems), ("New", not_recorded), ("Not available", outcome.not_available))
    for title, found in sections:
        if found:
            parts += [f"## {title}", "\n".join(f"- {line}" for line in found)]
    if options.check and (outcome.changes or outcome.files):
        parts.append(f"To mend: `{mend(options)}`")
    return "\n\n".join(parts) + "\n"


def data(outcome: Outcome, today: str) -> dict[str, Any] | None:
    """The same as plain data, to be kept in `content/changes/` and shown on a page; None if nothing became different.

    A run that is recorded for the first time is counted, and its facts are not listed: nothing was there to differ.
    """
    if not (outcome.failures or outcome.changes or outcome.causes):
        return None
    new = Counter(c.fact.snippet for c in outcome.changes if c.old is None)
    return {
        "schema": 1,
        "date": today,
        "title": _title(outcome.causes) or "measured anew",
        "because": _causes(outcome),
        "failed": [
            {"snippet": r.run.snippet.key, "run": r.run.slug, "claim": r.run.snippet.claim, "why": _one_line(r.failure)}
            for r in outcome.failures
        ],
        "facts": [
            {
                "fact": c.name,
                "was": _short(c.old),
                "now": _short(c.new),
                "pages": sorted({place.rpartition(":")[0] for place in _places(c, outcome)}),
            }
            for c in outcome.changes
            if c.old is not None
        ],
        "new": [{"snippet": key, "values": count} for key, count in new.items()],
    }


def _title(causes: list[str]) -> str:
    """What it was made anew for: libraries with both versions, checkpoints by name, edits in one word."""
    parts: dict[str, None] = {}
    for cause in causes:
        what, _, change = cause.partition(": ")
        if what in NAMED:
            parts[f"{what} {change}"] = None
        else:
            parts["edited snippets" if cause.endswith("was edited") else what] = None
    return ", ".join(parts)


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _run(change: Change) -> str:
    return f"{change.fact.snippet.replace('/', '.')}.{change.fact.slug}"


def _change(change: Change) -> str:
    return f"{change.name}: {_short(change.old)} → {_short(change.new)}"


def _short(value: Plain | None) -> str:
    if value is None:
        return "(none)"
    text = " ".join(str(value).split())
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def _cell(value: Plain | None) -> str:
    return _short(value).replace("|", "\\|")


def _places(change: Change, outcome: Outcome) -> list[str]:
    """The page lines that quote the fact, or show the panel or a table of its snippet."""
    key, fact = change.fact.snippet, change.fact.fact
    shown = [f"panels/{key}.md", f"tables/{key}/{fact}.md", change.name]
    return sorted({place for name in shown for place in outcome.where.get(name, [])})
