"""What became different, newest first: the kept reports as a page shows them.

A report may hold any text that a program printed, so all of it is escaped into HTML: no report can change the page
around it, and none can break it.
"""

import html
import re
from collections.abc import Iterable

from explainer.facts.record import FactName
from explainer.inputs.checkpoints import ONCE
from explainer.inputs.kept_reports import ChangedFact, FailedClaim, KeptReport
from explainer.render.context import Context
from explainer.render.markup import code_html, columns, html_table

CHANGES = "changes/all.md"  # among the artifacts
DIGEST = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{8,}\b")


def all_changes(context: Context) -> str:
    """Every report, for the page on which all are shown."""
    return "\n\n".join(_report(report, context) for report in context.site.reports) + "\n"


def _report(report: KeptReport, context: Context) -> str:
    anchor = "changes-" + re.sub(r"[^a-z0-9]+", "-", report.name.lower()).strip("-")
    heading = f"## {_plain(report.date)}: {_plain(report.title)} {{ #{anchor} }}"
    body = [f"<p>{_text(report.note)}</p>"] if report.note else []
    body += [f"<p>{html.escape(_summary(report))}</p>"]
    body += _list("Claims that did not hold:", (_failed(one, context) for one in report.failed))
    body += _list("Because of:", map(_text, report.because))
    by_snippet: dict[str, list[ChangedFact]] = {}
    for fact in report.facts:
        by_snippet.setdefault(fact.snippet, []).append(fact)
    body += [_facts(key, facts, context) for key, facts in by_snippet.items()]
    new = (f"{_linked(one.snippet, context)}: {one.values}" for one in report.new)
    body += _list("Values recorded for the first time:", new)
    return heading + '\n\n<div class="changes">\n' + "\n".join(body) + "\n</div>"


def _list(title: str, items: Iterable[str]) -> list[str]:
    rows = "".join(f"<li>{item}</li>" for item in items)
    return [f"<p>{title}</p>", f"<ul>{rows}</ul>"] if rows else []


def _summary(report: KeptReport) -> str:
    flipped = len({entry.snippet for entry in report.failed})
    claims = f"{flipped} claim{'s' if flipped != 1 else ''} did not hold" if flipped else "Every claim held"
    values = f"{len(report.facts) or 'no'} recorded value{'s' if len(report.facts) != 1 else ''} became different"
    return f"{claims}; {values}."


def _facts(key: str, facts: list[ChangedFact], context: Context) -> str:
    rows = (
        f"<tr><td><code>{_text(value_name(fact.fact))}</code></td>"
        f"<td>{_text(fact.was)}</td><td>{_text(fact.now)}</td></tr>"
        for fact in facts
    )
    shown = sorted({place for fact in facts for place in fact.pages})
    notes = [f"Shown then in {_text(', '.join(shown))}."] if shown else []
    if key in context.shown_on:
        notes.append(f'<a href="{html.escape(_href(key, context))}">The claim as it is today</a>.')
    table = html_table(f"<tr>{columns(['value', 'before', 'after'])}</tr>", rows).replace("\n", "")
    summary = f"{_claim(key, context)} ({len(facts)})"
    return f"<details><summary>{summary}</summary><p>{' '.join(notes)}</p>{table}</details>"


def value_name(dotted: str) -> str:
    """A fact's name as its snippet spells it, with the checkpoint before it if there is more than one."""
    fact = FactName.parse(dotted)
    return f"{fact.slug}.{fact.path}".removeprefix(f"{ONCE}.") if fact else dotted


def _claim(key: str, context: Context, then: str = "") -> str:
    """The claim as it was then, or in the words of today, or the snippet's name if it has gone since."""
    return code_html(_line(then or context.claims.get(key, key)))


def _linked(key: str, context: Context, then: str = "") -> str:
    """The claim, with a link to its panel while there is one."""
    shown = _claim(key, context, then)
    return f'<a href="{html.escape(_href(key, context))}">{shown}</a>' if key in context.shown_on else shown


def _href(key: str, context: Context) -> str:
    return context.href(key, context.page_of(CHANGES))


def _failed(entry: FailedClaim, context: Context) -> str:
    on = f"on {_text(entry.run)}" if entry.run != ONCE else ""
    return f"{_linked(entry.snippet, context, entry.claim)} {on}<br><code>{_text(entry.why)}</code>"


def _line(text: str) -> str:
    """On one line, with a digest by its first letters."""
    return DIGEST.sub(r"\1…", " ".join(text.split()))


def _text(text: str) -> str:
    return html.escape(_line(text))


def _plain(text: str) -> str:
    """A text that means nothing to Markdown, for a heading."""
    return re.sub(r"[^\w .,:→()+-]", "", _line(text)).strip()
