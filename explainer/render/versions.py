"""Claims under other versions of the libraries: one table to scan, every change, and each claim's range in words."""

import html

from explainer.inputs.library_versions import LIBRARY, Libraries, LibrarySet
from explainer.inputs.snippets import Snippet
from explainer.render.context import link_to
from explainer.render.markup import UNSEARCHED
from explainer.render.markup import code_html as claim_html
from explainer.versions.history import WORDS, bands
from explainer.versions.record import Answer, Record

SOURCE = "docs/artifacts/versions.yml"  # as messages name it


def table(snippets: list[Snippet], record: Record, libraries: Libraries, pages: dict[str, str], page: str) -> str:
    """Every claim that was asked, by set; neighbours with the same answer are one cell, with the answer as a word."""
    sets = libraries.sets
    groups = [(name, sum(one.library == name for one in sets)) for name in dict.fromkeys(one.library for one in sets)]
    top = "".join(f'<th scope="colgroup" colspan="{count}">{html.escape(name)}</th>' for name, count in groups)
    heads = "".join(f'<th scope="col">{html.escape(_short(one))}</th>' for one in sets)
    rows: list[str] = []
    for topic in dict.fromkeys(snippet.topic for snippet in snippets):
        asked = [s for s in snippets if s.topic == topic and s.key in record]
        if not asked:
            continue
        again = "".join(f'<td aria-hidden="true">{html.escape(_short(one))}</td>' for one in sets)
        again = again if rows else f'<td colspan="{len(sets)}"></td>'  # the table's own head stands above the first
        rows.append(f'<tr class="topic"><th scope="rowgroup">{topic.replace("_", " ")}</th>{again}</tr>')
        rows += [
            _row(snippet, record[snippet.key].answers, sets, link_to(snippet.key, pages, page)) for snippet in asked
        ]
    return (
        f'<div class="matrix versions" {UNSEARCHED}><table>\n'
        f'<thead><tr><th rowspan="2" scope="col">claim</th>{top}</tr><tr>{heads}</tr></thead>\n<tbody>\n'
        + "\n".join(rows)
        + "\n</tbody>\n</table></div>\n"
    )


def _short(one: LibrarySet) -> str:
    return one.version if one.library != LIBRARY else ".".join(one.version.split(".")[:2])


def _row(snippet: Snippet, answers: dict[str, Answer], sets: list[LibrarySet], link: str) -> str:
    claim = claim_html(snippet.claim)
    cells = []
    for band in bands(answers, sets):
        why = f' title="{html.escape(band.why)}"' if band.why else ""
        word = band.answer if band.answer != "cannot" else "cannot be asked" if band.length > 3 else "—"
        cells.append(f'<td colspan="{band.length}" class="{band.answer}"{why}>{word}</td>')
    return f'<tr><th scope="row"><a href="{link.replace("index.md", "")}">{claim}</a></th>{"".join(cells)}</tr>'


def changes(snippets: list[Snippet], record: Record, libraries: Libraries, pages: dict[str, str], page: str) -> str:
    """Every release in which an answer changed, claim by claim, as Markdown."""
    parts = []
    for snippet in snippets:
        flips = record[snippet.key].flips if snippet.key in record else []
        if not flips:
            continue
        parts.append(f"[{snippet.claim}]({link_to(snippet.key, pages, page)})\n{{ .claim }}\n")
        for flip in flips:
            pull = libraries.pulls.get(snippet.key, {}).get(flip.first)
            source = f" ([why]({pull}))" if pull else ""
            was, now = _in_words(flip.was, flip.was_why), _in_words(flip.now, flip.why)
            parts.append(f"- **{LIBRARY} {flip.first}**: {was} → {now}{source}")
        parts.append("")
    return "\n".join(parts) + "\n"


def _in_words(answer: str, why: str) -> str:
    return WORDS[answer] + (f" (`{why.replace('`', '')}`)" if why else "")
