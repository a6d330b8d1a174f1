"""Report what a build did: for a terminal, as Markdown for a pull request, and as data for programs."""

import posixpath
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from explainer.fact_values import MAIN_LIBRARIES, PlainValue, is_table
from explainer.pipeline.outcome import BuildOutcome, Options
from explainer.pipeline.page_lines import page_lines_of

MAX_VALUE_LENGTH = 60  # characters
MAX_UNSHOWN_FILES = 4  # named on a terminal, of the changed artifacts that no page shows
# By the label of an entry on a terminal: the heading of its section in Markdown.
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
STALE_LABELS = ("NEW", "CHANGED", "WROTE")  # under --check these are labelled STALE, as nothing was written


class ReportEntry(NamedTuple):
    """Hold one line of a report, with its label (a key of HEADINGS) and the lines that are indented under it."""

    label: str
    text: str
    details: Sequence[str] = ()


def exit_status(outcome: BuildOutcome, *, check: bool) -> int:
    """Return 1 if a claim failed or, under `--check`, something is stale; else 2 if there are problems; else 0."""
    if outcome.failures or (check and outcome.is_stale):
        return 1
    return 2 if outcome.problems else 0


def report_entries(outcome: BuildOutcome, max_unshown: int) -> Iterator[ReportEntry]:
    """Yield the report's entries: claims that failed, then facts with the pages that quote them, files, and notes.

    Of the changed artifacts that no page shows, the first `max_unshown` are named.
    """
    for result in outcome.failures:
        trace = [f"| {line}" for line in result.trace.splitlines()]
        yield ReportEntry("FAILED", f"{result.run.name}: {result.run.snippet.claim}", [result.failure, *trace])
    new_values_by_run = Counter(
        f"{change.fact.snippet_key.replace('/', '.')}.{change.fact.slug}" for change in outcome.new_facts
    )
    for run, count in new_values_by_run.items():
        yield ReportEntry("NEW", f"{run}: {count} {'new value' if count == 1 else 'new values'}")
    for change in outcome.changed_facts:
        quoting_lines = [f"quoted in {page_line}" for page_line in page_lines_of(change.fact, outcome.page_lines)]
        was, now = shorten_change(change.old, change.new)
        yield ReportEntry("CHANGED", f"{change.name}: {was} → {now}", quoting_lines)
    yield from (ReportEntry("BECAUSE", cause) for cause in _counted_causes(outcome))
    yield from _file_entries(outcome, max_unshown)
    texts_by_label = {
        "WRONG": outcome.problems,
        "NOTE": outcome.notes,
        "SKIPPED": outcome.missing_checkpoints,
    }
    yield from (ReportEntry(label, text) for label, texts in texts_by_label.items() for text in texts)


def _counted_causes(outcome: BuildOutcome) -> list[str]:
    """Return each cause once, with the number of its runs."""
    return [f"{cause} ({runs} run{'s' if runs > 1 else ''})" for cause, runs in Counter(outcome.causes).items()]


def _file_entries(outcome: BuildOutcome, max_unshown: int) -> Iterator[ReportEntry]:
    """Yield removed files, changed files with the page lines that show them, and the other changed ones in one line."""
    unshown: list[str] = []
    for name in sorted({*outcome.changed_files, *outcome.removed_files}):
        path = posixpath.normpath(f"docs/artifacts/{name}")
        if name in outcome.removed_files:
            yield ReportEntry("REMOVED", path)
        elif page_lines := outcome.page_lines.get(name):
            yield ReportEntry("WROTE", path, [f"shown in {page_line}" for page_line in page_lines])
        else:
            unshown.append(path)
    if unshown:
        more = f" and {len(unshown) - max_unshown} more" if len(unshown) > max_unshown else ""
        yield ReportEntry("WROTE", ", ".join(unshown[:max_unshown]) + more)


def terminal_lines(outcome: BuildOutcome, options: Options) -> Iterator[str]:
    """Yield the report for a terminal, the counts last; under `--check`, also the command that mends what is stale."""
    for label, text, details in report_entries(outcome, MAX_UNSHOWN_FILES):
        yield f"{'STALE' if options.check and label in STALE_LABELS else label:<8}{text}"
        yield from (f"        {line}" for line in details)
    if options.check and outcome.is_stale:
        yield f"to bring it up to date: {update_command(options)}"
    yield summary(outcome)


def update_command(options: Options) -> str:
    """Return the command that does what `--check` with these options has only reported."""
    parts = ["python build_artifacts.py", *options.names]
    parts += [f"--checkpoint {slug}" for slug in options.checkpoint]
    parts += [f"--checkpoints-folder {shlex.quote(str(folder))}" for folder in options.folders]
    parts += [f"--device {options.device}"] if options.device != "cpu" else []
    return " ".join(parts)


def summary(outcome: BuildOutcome) -> str:
    """Return one line of counts."""
    return (
        f"ran {outcome.run_count}, unchanged {outcome.unchanged_count}, facts changed {len(outcome.changes)}, "
        f"claims failed {len(outcome.failures)}, checkpoints not available {len(outcome.missing_checkpoints)}"
    )


def headline(outcome: BuildOutcome) -> str:
    """Return in one line why programs ran again, how many claims failed, and how many numbers changed."""
    libraries = [
        f"{library} {version_change.rpartition(' → ')[2]}" for library, version_change in _changed_libraries(outcome)
    ]
    why = f"{', '.join(libraries)}: " if libraries else ""
    ran = f"{outcome.run_count} {'program' if outcome.run_count == 1 else 'programs'} ran again"
    failed = len({result.run.snippet.key for result in outcome.failures})
    claims = "all hold" if not failed else f"{failed} {'does' if failed == 1 else 'do'} not hold"
    changed = len(outcome.changed_facts)
    values = f"{changed} {'value' if changed == 1 else 'values'} changed" if changed else "no number moved"
    return f"{why}{ran}, {claims}, {values}" if outcome.run_count else "Nothing had to run again"


def _changed_libraries(outcome: BuildOutcome) -> list[tuple[str, str]]:
    """Return the libraries that have another version now, each with its change, such as `2.8.0 → 2.9.0`."""
    causes = (cause.partition(": ") for cause in dict.fromkeys(outcome.causes))
    return [(source, version_change) for source, _, version_change in causes if source in MAIN_LIBRARIES]


def markdown(outcome: BuildOutcome, seconds: float) -> str:
    """Return the report as the text of a pull request, with a table of the facts and every artifact named."""
    parts = [f"# {headline(outcome)}", f"{summary(outcome)}, {seconds:.1f} s"]
    for heading, section in groupby(
        report_entries(outcome, len(outcome.changed_files)), key=lambda entry: HEADINGS[entry.label]
    ):
        if heading == "Facts":
            rows = ["| fact | recorded | now | quoted in |", "| --- | --- | --- | --- |"]
            for change in outcome.changed_facts:
                was, now = (_shorten(value).replace("|", "\\|") for value in (change.old, change.new))
                page_lines = "<br>".join(page_lines_of(change.fact, outcome.page_lines))
                rows.append(f"| `{change.name}` | {was} | {now} | {page_lines} |")
        else:
            rows = ["  \n  ".join([f"- {text}", *(f"`{line}`" for line in details)]) for _, text, details in section]
        parts += [f"## {heading}", "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def change_record(outcome: BuildOutcome, today: str) -> dict[str, Any] | None:
    """Return the report as data; None if nothing changed.

    Runs that are recorded for the first time are counted, and their facts are not listed: they differ from nothing.
    """
    if not (outcome.failures or outcome.changes or outcome.causes):
        return None
    return {
        "date": today,
        "title": ", ".join(dict.fromkeys(map(_title, outcome.causes))) or "measured again",
        "because": _counted_causes(outcome),
        "failed": [
            {
                "snippet": result.run.snippet.key,
                "run": result.run.slug,
                "claim": result.run.snippet.claim,
                "why": " ".join(result.failure.split()),
            }
            for result in outcome.failures
        ],
        "facts": [
            {
                "fact": change.name,
                **dict(zip(("was", "now"), shorten_change(change.old, change.new), strict=True)),
                "pages": sorted(
                    {page_line.rpartition(":")[0] for page_line in page_lines_of(change.fact, outcome.page_lines)}
                ),
            }
            for change in outcome.changed_facts
        ],
        "new": [
            {"snippet": key, "values": count}
            for key, count in Counter(change.fact.snippet_key for change in outcome.new_facts).items()
        ],
    }


def _title(cause: str) -> str:
    """Return a cause as part of a title: a library with both versions, a checkpoint's name, or `edited snippets`."""
    source, _, change = cause.partition(": ")
    if cause.endswith("was edited"):
        return "edited snippets"
    return f"{source} {change}" if source in MAIN_LIBRARIES else source


def shorten_change(old: PlainValue | None, new: PlainValue | None) -> tuple[str, str]:
    """Return a fact's old and new value, each shortened to MAX_VALUE_LENGTH characters.

    Of two tables with the same number of rows, only the rows and cells that differ are shown.
    """
    if old and new and is_table(old) and is_table(new) and len(old) == len(new):
        changed = [(was, now) for was, now in zip(old, new, strict=True) if was != now]
        old_cells = _shorten([_changed_cells(was, now) for was, now in changed])
        new_cells = _shorten([_changed_cells(now, was) for was, now in changed])
        return old_cells, new_cells
    return _shorten(old), _shorten(new)


def _changed_cells(row: dict[str, PlainValue], other: dict[str, PlainValue]) -> dict[str, PlainValue]:
    """Return a row's first cell, which names it, and the cells that differ from the other row."""
    return {key: value for index, (key, value) in enumerate(row.items()) if index == 0 or other.get(key) != value}


def _shorten(value: PlainValue | None) -> str:
    text = "(none)" if value is None else " ".join(str(value).split())
    return text if len(text) <= MAX_VALUE_LENGTH else text[: MAX_VALUE_LENGTH - 1] + "…"
