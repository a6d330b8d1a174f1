"""Claims under other versions of the libraries: one table to scan."""

from itertools import groupby
from typing import Any

from explainer.render.context import Context, between, claim_page
from explainer.render.templating import render
from explainer.versions.answers import NOTHING, Span, spans
from explainer.versions.history import WORDS

NARROW = 3  # columns, in which no words have room
SOURCE = "docs/artifacts/versions.yml"  # as messages name it
REASONS = "under-other-versions"  # the section of a claim's page that gives them
TABLE = "versions/table.md"  # among the artifacts


def table(context: Context) -> str:
    """Every claim that was asked, by set, the newest first; neighbours with the same answer are one cell with a word.

    Where an answer has reasons, it leads to them, on the claim's own page. Recorded claims that were not asked yet are
    counted below.
    """
    sets = context.site.libraries.sets[::-1]  # a reader asks about today first
    asked = [snippet for snippet in context.site.snippets if snippet.key in context.answers]
    return render(
        "versions_table.html",
        libraries=[(name, len(list(group))) for name, group in groupby(sets, lambda one: one.library)],
        releases=[one.version for one in sets],
        topics=[
            (context.topic_title(topic), [_row(snippet.key, context) for snippet in group])
            for topic, group in groupby(asked, lambda snippet: snippet.topic)
        ],
        left=len(context.concerned & context.record.claims.keys() - context.answers.keys()),
    )


def _row(key: str, context: Context) -> dict[str, Any]:
    cells: list[dict[str, Any]] = []
    entry, page = context.answers[key], context.page_of(TABLE)
    for known, group in groupby(context.site.libraries.sets, lambda one: one in entry.answers):
        sets = list(group)
        untested = _shown("untested", "not tested yet", len(sets), True)
        cells += map(_cell, spans(entry.only(sets))) if known else [untested]
    reasons = f"{between(page, claim_page(key))}#{REASONS}"
    return {"claim": context.claims[key], "href": context.href(key, page), "reasons": reasons, "cells": cells[::-1]}


def _cell(span: Span) -> dict[str, Any]:
    return _shown(span.answer, WORDS[span.answer], len(span.releases), any(span.whys))


def _shown(answer: str, word: str, length: int, explained: bool) -> dict[str, Any]:
    short = {"cannot": "—", "untested": "?"}.get(answer, "") if length <= NARROW else ""
    return {"answer": answer, "word": word, "short": short, "length": length, "explained": explained}


def reasons(key: str, context: Context) -> list[dict[str, Any]]:
    """Why a claim fails or cannot run, by the releases that were tested, oldest first."""
    entry = context.answers.get(key, NOTHING).only(context.site.libraries.sets)
    return [
        {
            "where": one.where,
            "answer": WORDS[one.answer],
            "why": " ".join(one.whys[0].replace("`", "").split()),
            "ours": one.answer == "untested",
        }
        for one in spans(entry, by_reason=True)
        if one.whys[0]
    ]
