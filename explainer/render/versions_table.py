"""Render the table of claims under other library versions, and the reasons on a claim's own page."""

from itertools import groupby
from typing import Any

from explainer.render.context import Context, claim_page, link_between
from explainer.render.templating import render
from explainer.versions.answers import NO_ANSWERS, ReleaseRange, release_ranges
from explainer.versions.history import ANSWER_WORDS

MAX_NARROW_COLUMNS = 3  # a cell of so few columns has no room for a word, and shows a sign
REASONS_ANCHOR = "under-other-versions"  # of the section of a claim's page that gives the reasons
VERSIONS_TABLE = "view/versions/table"


def versions_table(context: Context, page: str) -> str:
    """Return the table of tested claims by library set, newest set first; adjacent sets with one answer share a cell.

    An answer with reasons links to them, on the claim's own page. Below the table is the number of recorded claims that
    are not tested yet.
    """
    sets = context.site.libraries.sets[::-1]  # a reader asks about today first
    tested_snippets = [snippet for snippet in context.site.snippets if snippet.key in context.answers]
    return render(
        "versions_table.html",
        libraries=[(name, len(list(group))) for name, group in groupby(sets, lambda library_set: library_set.library)],
        releases=[library_set.version for library_set in sets],
        topics=[
            (context.topic_title(topic), [_row(snippet.key, context, page) for snippet in group])
            for topic, group in groupby(tested_snippets, lambda snippet: snippet.topic)
        ],
        not_tested_count=len(context.version_dependent_keys & context.record.claims.keys() - context.answers.keys()),
    )


def _row(key: str, context: Context, page: str) -> dict[str, Any]:
    cells: list[dict[str, Any]] = []
    answers = context.answers[key]
    for has_answers, group in groupby(context.site.libraries.sets, lambda library_set: library_set in answers.answers):
        sets = list(group)
        # The claim's page says of these sets that they have not run yet: a reason, too.
        not_run = _cell("untested", "not tested yet", len(sets), has_reasons=True)
        cells += map(_range_cell, release_ranges(answers.only(sets))) if has_answers else [not_run]
    return {
        "claim": context.sentences_by_key[key],
        "href": context.claim_href(key, page),
        "reasons": f"{link_between(page, claim_page(key))}#{REASONS_ANCHOR}",
        "cells": cells[::-1],  # which begin with the oldest
    }


def _range_cell(release_range: ReleaseRange) -> dict[str, Any]:
    return _cell(
        release_range.answer,
        ANSWER_WORDS[release_range.answer],
        len(release_range.releases),
        has_reasons=any(release_range.reasons),
    )


def _cell(answer: str, word: str, columns: int, *, has_reasons: bool) -> dict[str, Any]:
    sign = {"cannot": "—", "untested": "?"}.get(answer, "") if columns <= MAX_NARROW_COLUMNS else ""
    return {"answer": answer, "word": word, "sign": sign, "columns": columns, "has_reasons": has_reasons}


def reasons(key: str, context: Context) -> list[dict[str, Any]]:
    """Return why a claim fails or cannot run, by release range, oldest first. `is_ours`: our own limits stopped it."""
    answers = context.answers.get(key, NO_ANSWERS).only(context.site.libraries.sets)
    return [
        {
            "where": release_range.title,
            "answer": ANSWER_WORDS[release_range.answer],
            "why": " ".join(release_range.reasons[0].replace("`", "").split()),
            "is_ours": release_range.answer == "untested",
        }
        for release_range in release_ranges(answers, by_reason=True)
        if release_range.reasons[0]
    ]
