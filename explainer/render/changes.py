"""What became different, newest first: the kept reports as a page shows them.

A report may hold any text that a program printed, so all of it is escaped into HTML: no report can change the page
around it, and none can break it.
"""

import html
import re
from typing import Any

from explainer.inputs.checkpoints import ONCE
from explainer.inputs.kept_reports import Report
from explainer.render.tables import link_to

DIGEST = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{8,}\b")


def all_changes(reports: list[Report], proofs: dict[str, str], pages: dict[str, str], page: str) -> str:
    """Every report. `proofs` are the claims of today by snippet, `pages` where each is shown, `page` where this is."""
    return "\n\n".join(_report(report, proofs, pages, page) for report in reports) + "\n"


def _report(report: Report, proofs: dict[str, str], pages: dict[str, str], page: str) -> str:
    anchor = "changes-" + re.sub(r"[^a-z0-9]+", "-", report.name.lower()).strip("-")
    parts = [f"## {_plain(report.date)}: {_plain(report.title)} {{ #{anchor} }}"]
    body = [f"<p>{_text(report.note)}</p>"] if report.note else []
    body += [f"<p>{html.escape(_summary(report))}</p>"]
    if report.failed:
        rows = [f"<li>{_claim(r['snippet'], r['claim'], pages, page)} {_why(r)}</li>" for r in report.failed]
        body += ["<p>Claims that did not hold:</p>", f"<ul>{''.join(rows)}</ul>"]
    if report.because:
        rows = [f"<li>{_text(cause)}</li>" for cause in report.because]
        body += ["<p>Because of:</p>", f"<ul>{''.join(rows)}</ul>"]
    by_snippet: dict[str, list[dict[str, Any]]] = {}
    for fact in report.facts:
        by_snippet.setdefault("/".join(fact["fact"].split(".")[1:3]), []).append(fact)
    for key, facts in by_snippet.items():
        body.append(_facts(key, facts, proofs, pages, page))
    if report.new:
        rows = [f"<li>{_named(one['snippet'], proofs, pages, page)}: {one['values']}</li>" for one in report.new]
        body += ["<p>Values recorded for the first time:</p>", f"<ul>{''.join(rows)}</ul>"]
    return "\n\n".join([*parts, '<div class="changes">\n' + "\n".join(body) + "\n</div>"])


def _summary(report: Report) -> str:
    flipped = len({entry["snippet"] for entry in report.failed})
    claims = f"{flipped} claim{'s' if flipped != 1 else ''} did not hold" if flipped else "Every claim held"
    values = f"{len(report.facts) or 'no'} recorded value{'s' if len(report.facts) != 1 else ''} became different"
    return f"{claims}; {values}."


def _facts(key: str, facts: list[dict[str, Any]], proofs: dict[str, str], pages: dict[str, str], page: str) -> str:
    rows = "".join(
        f"<tr><td><code>{_text(value_name(fact['fact']))}</code></td>"
        f"<td>{_text(fact['was'])}</td><td>{_text(fact['now'])}</td></tr>"
        for fact in facts
    )
    shown = sorted({str(place) for fact in facts for place in fact.get("pages", [])})
    notes = [f"Shown then in {_text(', '.join(shown))}."] if shown else []
    notes += [f'<a href="{_link(key, pages, page)}">The claim as it is today</a>.'] if key in pages else []
    heads = "".join(f'<th scope="col">{name}</th>' for name in ("value", "before", "after"))
    return (
        f"<details><summary>{_code(proofs.get(key, key))} ({len(facts)})</summary><p>{' '.join(notes)}</p>"
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></details>"
    )


def value_name(fact: str) -> str:
    """A fact's name as its snippet spells it, with the checkpoint before it if there is more than one."""
    return ".".join(fact.split(".")[3:]).removeprefix(f"{ONCE}.")


def _named(key: str, proofs: dict[str, str], pages: dict[str, str], page: str) -> str:
    return _claim(key, proofs.get(key, key), pages, page)


def _claim(key: str, claim: str, pages: dict[str, str], page: str) -> str:
    """The claim, with a link to its panel while there is one: a snippet may have gone since."""
    return f'<a href="{_link(key, pages, page)}">{_code(claim)}</a>' if key in pages else _code(claim)


def _link(key: str, pages: dict[str, str], page: str) -> str:
    """Markdown does not see into HTML, so the link is that of the built site."""
    return html.escape(link_to(key, pages, page).replace("index.md", ""))


def _why(entry: dict[str, Any]) -> str:
    on = f"on {_text(entry['run'])}" if entry["run"] != ONCE else ""
    return f"{on}<br><code>{_text(entry['why'])}</code>"


def _code(claim: str) -> str:
    return re.sub("`([^`]+)`", r"<code>\1</code>", _text(claim))


def _text(text: str) -> str:
    """On one line and escaped, with a digest by its first letters."""
    return html.escape(DIGEST.sub(r"\1…", " ".join(text.split())))


def _plain(text: str) -> str:
    """A text that means nothing to Markdown, for a heading."""
    return re.sub(r"[^\w .,:→()+-]", "", DIGEST.sub(r"\1…", " ".join(text.split()))).strip()
