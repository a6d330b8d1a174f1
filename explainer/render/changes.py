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

DIGEST = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{8,}\b")


def all_changes(context: Context, page: str) -> str:
    """Every report; `page` is where they are shown."""
    return "\n\n".join(_report(report, context, page) for report in context.site.reports) + "\n"


def _report(report: KeptReport, context: Context, page: str) -> str:
    anchor = "changes-" + re.sub(r"[^a-z0-9]+", "-", report.name.lower()).strip("-")
    heading = f"## {_plain(report.date)}: {_plain(report.title)} {{ #{anchor} }}"
    body = [f"<p>{_text(report.note)}</p>"] if report.note else []
    body += [f"<p>{html.escape(_summary(report))}</p>"]
    body += _list("Claims that did not hold:", (_failed(one, context, page) for one in report.failed))
    body += _list("Because of:", map(_text, report.because))
    by_snippet: dict[str, list[ChangedFact]] = {}
    for fact in report.facts:
        by_snippet.setdefault(fact.snippet, []).append(fact)
    body += [_facts(key, facts, context, page) for key, facts in by_snippet.items()]
    new = (f"{_claim(one.snippet, _words(one.snippet, context), context, page)}: {one.values}" for one in report.new)
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


def _facts(key: str, facts: list[ChangedFact], context: Context, page: str) -> str:
    rows = "".join(
        f"<tr><td><code>{_text(value_name(fact.fact))}</code></td>"
        f"<td>{_text(fact.was)}</td><td>{_text(fact.now)}</td></tr>"
        for fact in facts
    )
    shown = sorted({place for fact in facts for place in fact.pages})
    notes = [f"Shown then in {_text(', '.join(shown))}."] if shown else []
    if key in context.shown_on:
        notes.append(f'<a href="{html.escape(context.href(key, page))}">The claim as it is today</a>.')
    heads = "".join(f'<th scope="col">{name}</th>' for name in ("value", "before", "after"))
    return (
        f"<details><summary>{_code(_words(key, context))} ({len(facts)})</summary><p>{' '.join(notes)}</p>"
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></details>"
    )


def value_name(dotted: str) -> str:
    """A fact's name as its snippet spells it, with the checkpoint before it if there is more than one."""
    fact = FactName.parse(dotted)
    return f"{fact.slug}.{fact.path}".removeprefix(f"{ONCE}.") if fact else dotted


def _words(key: str, context: Context) -> str:
    """The claim of today, or the snippet's name if it has gone since."""
    return context.claims.get(key, key)


def _claim(key: str, claim: str, context: Context, page: str) -> str:
    """The claim, with a link to its panel while there is one."""
    link = html.escape(context.href(key, page))
    return f'<a href="{link}">{_code(claim)}</a>' if key in context.shown_on else _code(claim)


def _failed(entry: FailedClaim, context: Context, page: str) -> str:
    on = f"on {_text(entry.run)}" if entry.run != ONCE else ""
    return f"{_claim(entry.snippet, entry.claim, context, page)} {on}<br><code>{_text(entry.why)}</code>"


def _code(claim: str) -> str:
    return re.sub("`([^`]+)`", r"<code>\1</code>", _text(claim))


def _text(text: str) -> str:
    """On one line and escaped, with a digest by its first letters."""
    return html.escape(DIGEST.sub(r"\1…", " ".join(text.split())))


def _plain(text: str) -> str:
    """A text that means nothing to Markdown, for a heading."""
    return re.sub(r"[^\w .,:→()+-]", "", DIGEST.sub(r"\1…", " ".join(text.split()))).strip()
