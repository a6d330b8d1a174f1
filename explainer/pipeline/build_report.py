"""What a build says when it is done: for the terminal, as Markdown for a pull request, and as data to be kept."""

import posixpath
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from explainer.inputs.content import REPORT_SCHEMA
from explainer.pipeline.outcome import Options, Outcome
from explainer.pipeline.places import places_of
from explainer.plain import NAMED, Plain, is_table

SHOWN = 60  # characters of a value
OTHERS = 4  # changed artifacts that no page shows
# What an entry is called on a terminal, and its section in Markdown.
HEADINGS = {
    "FAILED": "Claims that do not hold",
    "NEW": "New",
    "CHANGED": "Facts",
    "BECAUSE": "Why",
    "WROTE": "Artifacts",
    "REMOVED": "Artifacts",
    "WRONG": "Problems",
    "NOTE": "Notes",
    "SKIPPED": "Not available",
}
STALE = ("NEW", "CHANGED", "WROTE")  # what these are called under --check, where nothing was written


class Entry(NamedTuple):
    """One thing that a report says: a word of HEADINGS, a line, and lines that belong under it."""

    word: str
    text: str
    under: Sequence[str] = ()


def exit_status(outcome: Outcome, *, check: bool) -> int:
    """0; 1 if a claim failed or, under `--check`, something is stale; 2 for pages or ledgers that do not fit."""
    if outcome.failures or (check and outcome.is_stale):
        return 1
    return 2 if outcome.problems else 0


def entries(outcome: Outcome, others: int) -> Iterator[Entry]:
    """The report: flipped claims first, then facts with the pages that quote them.

    Of the changed artifacts that no page shows, the first `others` are named.
    """
    for result in outcome.failures:
        trace = [f"| {line}" for line in result.trace.splitlines()]
        yield Entry("FAILED", f"{result.run.name}: {result.run.snippet.claim}", [result.failure, *trace])
    for run, count in Counter(f"{c.fact.snippet.replace('/', '.')}.{c.fact.slug}" for c in outcome.new).items():
        yield Entry("NEW", f"{run}: {count} {'new value' if count == 1 else 'new values'}")
    for change in outcome.changed:
        quoted = [f"quoted in {place}" for place in places_of(change.fact, outcome.where)]
        was, now = in_short(change.old, change.new)
        yield Entry("CHANGED", f"{change.name}: {was} → {now}", quoted)
    yield from (Entry("BECAUSE", cause) for cause in _causes(outcome))
    yield from _files(outcome, others)
    new_here = [f"{name}: not recorded yet; `python build_artifacts.py` records it" for name in outcome.new_here]
    last = {
        "WRONG": outcome.problems,
        "NOTE": [*new_here, *outcome.notes, *outcome.one_time],
        "SKIPPED": outcome.not_available,
    }
    yield from (Entry(word, text) for word, texts in last.items() for text in texts)


def _causes(outcome: Outcome) -> list[str]:
    return [f"{cause} ({runs} run{'s' if runs > 1 else ''})" for cause, runs in Counter(outcome.causes).items()]


def _files(outcome: Outcome, most: int) -> Iterator[Entry]:
    """What is removed, changed artifacts that pages show, with where, and the others in one line."""
    others: list[str] = []
    for name in sorted({*outcome.files, *outcome.removed}):
        path = posixpath.normpath(f"docs/artifacts/{name}")
        if name in outcome.removed:
            yield Entry("REMOVED", path)
        elif places := outcome.where.get(name):
            yield Entry("WROTE", path, [f"shown in {place}" for place in places])
        else:
            others.append(path)
    if others:
        more = f" and {len(others) - most} more" if len(others) > most else ""
        yield Entry("WROTE", ", ".join(others[:most]) + more)


def lines(outcome: Outcome, options: Options) -> Iterator[str]:
    """The report for a terminal, last the counts; under `--check`, what is stale and how to mend it."""
    for word, text, under in entries(outcome, OTHERS):
        yield f"{'STALE' if options.check and word in STALE else word:<8}{text}"
        yield from (f"        {line}" for line in under)
    if options.check and outcome.is_stale:
        yield f"to bring it up to date: {mend(options)}"
    yield summary(outcome)


def mend(options: Options) -> str:
    """The command that brings the artifacts up to date."""
    words = ["python build_artifacts.py", *options.wanted]
    words += [f"--checkpoint {slug}" for slug in options.checkpoint]
    words += [f"--checkpoints-folder {shlex.quote(str(folder))}" for folder in options.folders]
    words += [f"--device {options.device}"] if options.device != "cpu" else []
    return " ".join(words)


def summary(outcome: Outcome) -> str:
    """One line of counts."""
    return (
        f"ran {outcome.ran}, unchanged {outcome.unchanged}, facts changed {len(outcome.changes)}, "
        f"claims failed {len(outcome.failures)}, checkpoints not available {len(outcome.not_available)}"
    )


def headline(outcome: Outcome) -> str:
    """Return in a line why programs ran again, and what matters most: claims that failed, numbers that moved."""
    raised = [f"{what} {change.rpartition(' → ')[2]}" for what, change in _raised(outcome)]
    why = f"{', '.join(raised)}: " if raised else ""
    ran = f"{outcome.ran} {'program' if outcome.ran == 1 else 'programs'} ran again"
    failed = len({result.run.snippet.key for result in outcome.failures})
    held = "all hold" if not failed else f"{failed} {'does' if failed == 1 else 'do'} not hold"
    moved = len(outcome.changed)
    numbers = f"{moved} {'value' if moved == 1 else 'values'} changed" if moved else "no number moved"
    return f"{why}{ran}, {held}, {numbers}" if outcome.ran else "Nothing had to run again"


def _raised(outcome: Outcome) -> list[tuple[str, str]]:
    """The libraries that are others now, each with the change of its version."""
    causes = (cause.partition(": ") for cause in dict.fromkeys(outcome.causes))
    return [(what, change) for what, _, change in causes if what in NAMED]


def markdown(outcome: Outcome, seconds: float) -> str:
    """The same as the text of a pull request, with a table of the facts and all artifacts named."""
    parts = [f"# {headline(outcome)}", f"{summary(outcome)}, {seconds:.1f} s"]
    for heading, section in groupby(entries(outcome, len(outcome.files)), key=lambda entry: HEADINGS[entry.word]):
        if heading == "Facts":
            rows = ["| fact | recorded | now | quoted in |", "| --- | --- | --- | --- |"]
            for c in outcome.changed:
                was, now = (_short(value).replace("|", "\\|") for value in (c.old, c.new))
                rows.append(f"| `{c.name}` | {was} | {now} | {'<br>'.join(places_of(c.fact, outcome.where))} |")
        else:
            rows = ["  \n  ".join([f"- {text}", *(f"`{line}`" for line in under)]) for _, text, under in section]
        parts += [f"## {heading}", "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def data(outcome: Outcome, today: str) -> dict[str, Any] | None:
    """The same as plain data, to be kept in `content/changes/` and shown on a page; None if nothing became different.

    A run that is recorded for the first time is counted, and its facts are not listed: nothing was there to differ.
    """
    if not (outcome.failures or outcome.changes or outcome.causes):
        return None
    failed = [(r.run, " ".join(r.failure.split())) for r in outcome.failures]
    facts = [(c, {place.rpartition(":")[0] for place in places_of(c.fact, outcome.where)}) for c in outcome.changed]
    new = Counter(c.fact.snippet for c in outcome.new)
    return {
        "schema": REPORT_SCHEMA,
        "date": today,
        "title": ", ".join(dict.fromkeys(map(_title, outcome.causes))) or "measured again",
        "because": _causes(outcome),
        "failed": [{"snippet": r.snippet.key, "run": r.slug, "claim": r.snippet.claim, "why": y} for r, y in failed],
        "facts": [
            {"fact": c.name, **dict(zip(("was", "now"), in_short(c.old, c.new), strict=True)), "pages": sorted(p)}
            for c, p in facts
        ],
        "new": [{"snippet": key, "values": count} for key, count in new.items()],
    }


def _title(cause: str) -> str:
    """What was measured again for this cause: a library with both versions, a checkpoint by name, edits in one word."""
    what, _, change = cause.partition(": ")
    return "edited snippets" if cause.endswith("was edited") else f"{what} {change}" if what in NAMED else what


def in_short(old: Plain | None, new: Plain | None) -> tuple[str, str]:
    """What a fact was and is, in few characters: of two tables of one length only the rows and cells that differ."""
    if old and new and is_table(old) and is_table(new) and len(old) == len(new):
        apart = [(one, other) for one, other in zip(old, new, strict=True) if one != other]
        rows = [(_cells(one, other), _cells(other, one)) for one, other in apart]
        return _short([one for one, _ in rows]), _short([other for _, other in rows])
    return _short(old), _short(new)


def _cells(row: dict[str, Plain], other: dict[str, Plain]) -> dict[str, Plain]:
    """The first cell of a row, which names it, and those that another row does not have."""
    return {key: value for at, (key, value) in enumerate(row.items()) if at == 0 or other.get(key) != value}


def _short(value: Plain | None) -> str:
    text = "(none)" if value is None else " ".join(str(value).split())
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
