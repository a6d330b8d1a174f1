"""What a reader of a release wants: the claims that answer otherwise from it on; and what moved when we measured again.

A kept report may hold any text that a program printed, so the template escapes all of it into HTML: no report can
change the page around it, and none can break it.
"""

import re
from itertools import groupby
from typing import Any

from explainer.facts.record import FactName
from explainer.inputs.content import ONCE, ChangedFact, FailedClaim, KeptReport
from explainer.inputs.pages import title_of
from explainer.plain import STATISTICS
from explainer.render.context import Context, between
from explainer.render.markup import words
from explainer.render.templating import render
from explainer.versions.answers import NOTHING, Span
from explainer.versions.history import flips

RELEASES, REPORTS = "changes/releases.md", "changes/all.md"  # among the artifacts
PLACE = re.compile(r"^\S+\.py:\d+: ")  # where an assert failed
SENTENCE = re.compile(r"[A-Za-z’'-]+(?:\W? [\w.’'-]+){2}")
UNSPOKEN = re.compile(r"^does not hold:|^\w+(?:Error|Exception|Iteration)\b|[][{}<>]|\b(?:True|False|None)\b")
DIGEST = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{8,}\b")


def by_release(context: Context) -> str:
    """The claims that hold from a release on, and those that hold no longer, newest release first."""
    answers = context.answers
    found = [(key, was, now) for key in context.record.claims for was, now in flips(answers.get(key, NOTHING))]
    found.sort(key=lambda flip: flip[2].first.order, reverse=True)
    grouped = groupby(found, lambda flip: flip[2].first.title)
    return render("releases.md", releases=[_release(title, list(group), context) for title, group in grouped])


def _release(title: str, found: list[tuple[str, Span, Span]], context: Context) -> dict[str, Any]:
    sides = {side: [_flip(*flip, context) for flip in found if flip[2].answer == side] for side in ("holds", "fails")}
    return {"title": title, **sides}


def _flip(key: str, was: Span, now: Span, context: Context) -> dict[str, str]:
    first, last = now.first, was.last
    return {
        "claim": context.claims[key],
        "link": context.link(key, context.page_of(RELEASES)),
        "after": "" if now.follows(was) else last.version if last.library == first.library else last.title,
        "why": in_words(was.whys[-1] if now.answer == "holds" else now.whys[0]),
        "pull": context.site.libraries.pulls.get(key, {}).get(first.version, ""),
    }


def all_reports(context: Context) -> str:
    """Every kept report, newest first."""
    return render("changes.md", reports=[_report(report, context) for report in context.site.reports])


def _report(report: KeptReport, context: Context) -> dict[str, Any]:
    moved = [fact for fact in report.facts if is_number(fact)]
    return {
        "heading": _plain(f"{report.date}: {report.title}"),
        "anchor": "changes-" + re.sub(r"[^a-z0-9]+", "-", report.name.lower()).strip("-"),
        "note": _line(report.note),
        "failed": [_failed(one, context) for one in report.failed],
        "moved": len(moved),
        "claims": [
            {**_claim(key, "", context), **_place(key, context), "rows": [_row(fact, context) for fact in facts]}
            for key, facts in groupby(moved, lambda fact: fact.snippet)
        ],
    }


def is_number(fact: ChangedFact) -> bool:
    """Whether the value is one number that the program names; parts of a tensor's summary are none."""
    try:
        float(fact.was), float(fact.now)
    except ValueError:
        return False
    return fact.fact.rpartition(".")[2] not in STATISTICS


def _row(fact: ChangedFact, context: Context) -> dict[str, str]:
    return {"name": number_name(fact.fact, context), "was": _line(fact.was), "now": _line(fact.now)}


def number_name(dotted: str, context: Context) -> str:
    """A number's name in words, with the checkpoint if there is more than one."""
    fact = FactName.parse(dotted, context.site.slugs)
    if fact is None:
        return _line(dotted)
    titles = {checkpoint.slug: checkpoint.title for checkpoint in context.site.checkpoints}
    name = _line(words(fact.path.replace(".", ": ")))
    return name if fact.slug == ONCE else f"{name} ({titles.get(fact.slug, fact.slug)})"


def _claim(key: str, then: str, context: Context) -> dict[str, str]:
    """The claim as it was then, or in the words of today, or the snippet's name if it has gone since."""
    page = context.page_of(REPORTS)
    return {
        "claim": _line(then or context.claims.get(key, key)),
        "href": context.href(key, page) if key in context.record.claims else "",
    }


def _place(key: str, context: Context) -> dict[str, str]:
    """The page that shows the claim today."""
    page = context.shown_on.get(key, "")
    there = between(context.page_of(REPORTS), page) if page else ""
    return {"page": there, "title": title_of(context.site.pages[page]) if page else ""}


def _failed(entry: FailedClaim, context: Context) -> dict[str, str]:
    titles = {checkpoint.slug: checkpoint.title for checkpoint in context.site.checkpoints}
    on = "" if entry.run == ONCE else titles.get(entry.run, entry.run)
    return {**_claim(entry.snippet, entry.claim, context), "on": _line(on), "why": in_words(_line(entry.why))}


def in_words(why: str) -> str:
    """A reason that is a sentence, as an assert's message can be; empty for a bare assert, values or an exception."""
    said = PLACE.sub("", why)
    return said if SENTENCE.search(said) and not UNSPOKEN.search(said) else ""


def _line(text: str) -> str:
    """On one line, with a digest by its first letters."""
    return DIGEST.sub(r"\1…", " ".join(text.split()))


def _plain(text: str) -> str:
    """A text that means nothing to Markdown, for a heading."""
    return re.sub(r"[^\w .,:→()+-]", "", _line(text)).strip()
