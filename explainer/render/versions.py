"""Claims under other versions of the libraries: one table to scan, every change, and each claim's range in words."""

import html
from itertools import groupby

from explainer.inputs.library_versions import LIBRARY, LibrarySet
from explainer.render.context import Context
from explainer.render.markup import UNSEARCHED, code_html, columns, html_table, words
from explainer.versions.history import WORDS, Band, bands

SOURCE = "docs/artifacts/versions.yml"  # as messages name it


def table(context: Context) -> str:
    """Every claim that was asked, by set; neighbours with the same answer are one cell, with the answer as a word.

    Recorded claims that were not asked yet are counted below.
    """
    sets = context.site.libraries.sets
    heads = [_short(one) for one in sets]
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
    more = f"\n{left} more {'are' if left > 1 else 'is'} not tested under other versions yet.\n" if left else ""
    return f'<div class="matrix versions" {UNSEARCHED}>{html_table(head, rows)}</div>\n{more}'


def _short(one: LibrarySet) -> str:
    return one.version if one.library != LIBRARY else ".".join(one.version.split(".")[:2])


def _row(key: str, context: Context) -> str:
    cells = []
    answers = context.answers[key].answers
    for known, group in groupby(context.site.libraries.sets, lambda one: one.slug in answers):
        sets = list(group)
        cells += [_cell(band) for band in bands(answers, sets)] if known else [_gap(len(sets))]
    claim = f'<a href="{context.href(key)}">{code_html(context.claims[key])}</a>'
    return f'<tr><th scope="row">{claim}</th>{"".join(cells)}</tr>'


def _cell(band: Band) -> str:
    why = f' title="{html.escape(band.why)}"' if band.why else ""
    word = band.answer if band.answer != "cannot" else "cannot be asked" if band.length > 3 else "—"
    return f'<td colspan="{band.length}" class="{band.answer}"{why}>{word}</td>'


def _gap(length: int) -> str:
    word = "not tested yet" if length > 3 else "?"
    return f'<td colspan="{length}" class="untested" title="not tested yet">{word}</td>'


def changes(context: Context) -> str:
    """Every release in which an answer changed, claim by claim, as Markdown."""
    lines = []
    for key, claim in context.claims.items():
        if key not in context.answers or not context.answers[key].flips:
            continue
        lines.append(f"[{claim}]({context.link(key)})\n{{ .claim }}\n")
        for flip in context.answers[key].flips:
            pull = context.site.libraries.pulls.get(key, {}).get(flip.first)
            source = f" ([why]({pull}))" if pull else ""
            was, now = _in_words(flip.was, flip.was_why), _in_words(flip.now, flip.why)
            lines.append(f"- **{LIBRARY} {flip.first}**: {was} → {now}{source}")
        lines.append("")
    return "\n".join(lines) + "\n"


def _in_words(answer: str, why: str) -> str:
    return WORDS[answer] + (f" (`{why.replace('`', '')}`)" if why else "")
