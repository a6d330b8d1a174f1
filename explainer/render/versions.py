"""Claims under other versions of the libraries: one table to scan."""

import html
from itertools import groupby

from explainer.inputs.library_versions import LIBRARY
from explainer.render.context import Context
from explainer.render.markup import UNSEARCHED, code_html, columns, html_table, words
from explainer.versions.history import WORDS, Band, bands

LONGEST = 90  # characters of one of several reasons
NARROW = 3  # columns, in which no words have room
SOURCE = "docs/artifacts/versions.yml"  # as messages name it
TABLE = "versions/table.md"  # among the artifacts


def table(context: Context) -> str:
    """Every claim that was asked, by set; neighbours with the same answer are one cell, with the answer as a word.

    Recorded claims that were not asked yet are counted below.
    """
    sets = context.site.libraries.sets
    heads = [one.version for one in sets]
    top = "".join(
        f'<th scope="colgroup" colspan="{len(list(group))}">{html.escape(name)}</th>'
        for name, group in groupby(sets, lambda one: one.library)
    )
    rows: list[str] = []
    asked = [snippet for snippet in context.site.snippets if snippet.key in context.answers]
    for topic, snippets in groupby(asked, lambda snippet: snippet.topic):
        again = "".join(f'<td aria-hidden="true">{html.escape(head)}</td>' for head in heads)
        again = again if rows else f'<td colspan="{len(sets)}"></td>'  # the table's own head is right above the first
        rows.append(f'<tr class="topic"><th scope="rowgroup">{words(topic)}</th>{again}</tr>')
        rows += [_row(snippet.key, context) for snippet in snippets]
    head = f'<tr><th rowspan="2" scope="col">claim</th>{top}</tr><tr>{columns(heads)}</tr>'
    left = len(context.concerned & context.record.claims.keys() - context.answers.keys())
    more = f"\n{left} more {'are' if left > 1 else 'is'} not tested with other versions yet.\n" if left else ""
    return f'<div class="matrix versions" {UNSEARCHED}>{html_table(head, rows)}</div>\n{more}'


def _row(key: str, context: Context) -> str:
    cells = []
    answers = context.answers[key].answers
    for known, group in groupby(context.site.libraries.sets, lambda one: one.slug in answers):
        sets = list(group)
        cells += [_cell(band) for band in bands(answers, sets)] if known else [_gap(len(sets))]
    claim = f'<a href="{context.href(key, context.page_of(TABLE))}">{code_html(context.claims[key])}</a>'
    return f'<tr><th scope="row">{claim}</th>{"".join(cells)}</tr>'


def _cell(band: Band) -> str:
    why = f' title="{_reasons(band)}"' if any(reason.why for reason in band.reasons) else ""
    word, short = WORDS[band.answer], {"cannot": "—", "untested": "?"}.get(band.answer)
    word = short if short and band.length <= NARROW else word
    return f'<td colspan="{band.length}" class="{band.answer}"{why}>{word}</td>'


def _reasons(band: Band) -> str:
    """Each release's own reason, a line for each."""
    ours = "not tested by us: " if band.answer == "untested" else ""
    several = len(band.reasons) > 1
    lines = (
        f"{reason.where.removeprefix(f'{LIBRARY} ')}: {ours}{_short(reason.why)}" if several else ours + reason.why
        for reason in band.reasons
    )
    return "&#10;".join(html.escape(line) for line in lines)


def _short(why: str) -> str:
    return why if len(why) <= LONGEST else why[: LONGEST - 1] + "…"


def _gap(length: int) -> str:
    word = "not tested yet" if length > NARROW else "?"
    return f'<td colspan="{length}" class="untested" title="not tested yet">{word}</td>'
