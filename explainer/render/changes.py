"""Render which claims change with each release, and the reports of what moved when everything was measured again.

A report may hold any text that a program printed, so the template escapes all of it into HTML: no report can change or
break the page around it.
"""

import re
from itertools import groupby
from typing import Any, NamedTuple

from explainer.fact_values import STATISTICS
from explainer.facts.record import FactName
from explainer.inputs.content import ONCE, ChangedFact, ChangeReport, FailedClaim
from explainer.inputs.pages import title_of
from explainer.render.context import Context, link_between
from explainer.render.markup import words
from explainer.render.templating import render
from explainer.versions.answers import NO_ANSWERS, ReleaseRange
from explainer.versions.history import flips

# Among the artifacts.
RELEASES_VIEW = "changes/releases.md"
REPORTS_VIEW = "changes/all.md"
ASSERT_LOCATION = re.compile(r"^\S+\.py:\d+: ")  # how the reason of a failed assert begins
# A reason that a reader understands has three words in a row, and nothing that only Python prints.
THREE_WORDS = re.compile(r"[A-Za-z’'-]+(?:\W? [\w.’'-]+){2}")
PYTHON_TEXT = re.compile(r"^does not hold:|^\w+(?:Error|Exception|Iteration)\b|[][{}<>]|\b(?:True|False|None)\b")
DIGEST = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{8,}\b")


class AnswerChange(NamedTuple):
    """Hold a change of a claim's answer: the release range with the old answer, and the one with the new."""

    key: str
    was: ReleaseRange
    now: ReleaseRange


def changes_by_release(context: Context) -> str:
    """Return for each release the claims that begin to hold and those that stop holding, newest release first."""
    changes = [
        AnswerChange(key, was, now)
        for key in context.record.claims
        for was, now in flips(context.answers.get(key, NO_ANSWERS))
    ]
    changes.sort(key=lambda change: change.now.first.sort_key, reverse=True)
    grouped = groupby(changes, lambda change: change.now.first.title)
    return render("releases.md", releases=[_release_values(title, list(group), context) for title, group in grouped])


def _release_values(title: str, changes: list[AnswerChange], context: Context) -> dict[str, Any]:
    by_answer = {
        answer: [_change_values(change, context) for change in changes if change.now.answer == answer]
        for answer in ("holds", "fails")
    }
    return {"title": title, **by_answer}


def _change_values(change: AnswerChange, context: Context) -> dict[str, str]:
    """Return a claim with its change. `after` is the last release tested before it, or "" if no other lies between."""
    key, was, now = change
    first, last = now.first, was.last
    return {
        "claim": context.sentences_by_key[key],
        "link": context.claim_link(key, context.page_of(RELEASES_VIEW)),
        "after": "" if now.follows_directly(was) else last.version if last.library == first.library else last.title,
        "why": readable_reason(was.reasons[-1] if now.answer == "holds" else now.reasons[0]),
        "pull": context.site.libraries.pulls.get(key, {}).get(first.version, ""),
    }


def all_reports(context: Context) -> str:
    """Return every recorded report, newest first."""
    return render("changes.md", reports=[_report_values(report, context) for report in context.site.change_reports])


def _report_values(report: ChangeReport, context: Context) -> dict[str, Any]:
    moved = [fact for fact in report.facts if is_number(fact)]
    return {
        "heading": _as_heading(f"{report.date}: {report.title}"),
        "anchor": "changes-" + re.sub(r"[^a-z0-9]+", "-", report.name.lower()).strip("-"),
        "note": _one_line(report.note),
        "failed": [_failed_claim(failed, context) for failed in report.failed],
        "moved": len(moved),
        "claims": [
            {
                **_linked_claim(key, "", context),
                **_linked_page(key, context),
                "rows": [_fact_row(fact, context) for fact in facts],
            }
            for key, facts in groupby(moved, lambda fact: fact.snippet)
        ],
    }


def is_number(fact: ChangedFact) -> bool:
    """Return whether a changed fact was and is one number; the statistics of a tensor's summary do not count."""
    try:
        float(fact.was), float(fact.now)
    except ValueError:
        return False
    return fact.fact.rpartition(".")[2] not in STATISTICS


def _fact_row(fact: ChangedFact, context: Context) -> dict[str, str]:
    return {"name": number_name(fact.fact, context), "was": _written(fact.was), "now": _written(fact.now)}


def number_name(dotted: str, context: Context) -> str:
    """Return a fact's dotted name in words, with its checkpoint in brackets if it was measured on one.

    Text that is no fact's name, as an old report may have, is returned as it is.
    """
    fact = FactName.parse(dotted, context.site.checkpoint_slugs)
    if fact is None:
        return _one_line(dotted)
    titles = {checkpoint.slug: checkpoint.title for checkpoint in context.site.checkpoints}
    name = _one_line(words(fact.path.replace(".", ": ")))
    return name if fact.slug == ONCE else f"{name} ({titles.get(fact.slug, fact.slug)})"


def _linked_claim(key: str, reported_sentence: str, context: Context) -> dict[str, str]:
    """Return a claim's sentence in the report, else today's, else its key, with a link unless the claim is gone."""
    page = context.page_of(REPORTS_VIEW)
    return {
        "claim": _one_line(reported_sentence or context.sentences_by_key.get(key, key)),
        "href": context.claim_href(key, page) if key in context.record.claims else "",
    }


def _linked_page(key: str, context: Context) -> dict[str, str]:
    """Return the page that explains the claim today, with its title; both empty if none does."""
    page = context.explained_on.get(key, "")
    href = link_between(context.page_of(REPORTS_VIEW), page) if page else ""
    return {"page": href, "title": title_of(context.site.pages[page]) if page else ""}


def _failed_claim(failed: FailedClaim, context: Context) -> dict[str, str]:
    titles = {checkpoint.slug: checkpoint.title for checkpoint in context.site.checkpoints}
    checkpoint = "" if failed.run == ONCE else titles.get(failed.run, failed.run)
    why = readable_reason(_one_line(failed.why))
    return {**_linked_claim(failed.snippet, failed.claim, context), "checkpoint": _one_line(checkpoint), "why": why}


def readable_reason(why: str) -> str:
    """Return an assert's message if it is a sentence; "" for a bare assert, values or an exception."""
    message = ASSERT_LOCATION.sub("", why)
    return message if THREE_WORDS.search(message) and not PYTHON_TEXT.search(message) else ""


def _written(value: str) -> str:
    """Return a fact's value for a reader: a whole number as 1,000, a number below zero with a minus sign."""
    text = _one_line(value)
    return f"{int(text):,}".replace("-", "−") if re.fullmatch(r"-?\d+", text) else re.sub(r"^-(?=\d)", "−", text)


def _one_line(text: str) -> str:
    """Return a text on one line, with each digest cut to eight digits."""
    return DIGEST.sub(r"\1…", " ".join(text.split()))


def _as_heading(text: str) -> str:
    """Return a text for a heading, without any sign that means something to Markdown."""
    return re.sub(r"[^\w .,:→()+-]", "", _one_line(text)).strip()
