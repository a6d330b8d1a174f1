"""Render joined tables: rows of many claims in one table, each with a link to its claim and what it was tested with."""

from functools import partial

from explainer.errors import UserError
from explainer.fact_values import MAIN_LIBRARIES, PlainValue, is_table
from explainer.inputs.content import JOINED_TABLES_FILE, JoinedTable
from explainer.render.cells import Row, Table, add_grade, sentence_cell, text_cell
from explainer.render.context import Context, View
from explainer.render.templating import render
from explainer.versions.history import holding_versions


def joined_table_views(context: Context) -> tuple[dict[str, View], list[str]]:
    """Return the joined tables by view, and the problems: a line for each claim whose facts do not fit its table.

    Each claim gives its rows as a fact, a list of dicts, which is the same in all of its runs.
    """
    views: dict[str, View] = {}
    problems: list[str] = []
    for joined in context.site.joined_tables:
        _, table_problems = _build_table(joined, context, "index.md")
        problems += table_problems
        if not table_problems:
            views[f"joined/{joined.name}"] = partial(_joined_table, joined, context)
    return views, problems


def _joined_table(joined: JoinedTable, context: Context, page: str) -> str:
    table, _ = _build_table(joined, context, page)
    return render("joined_table.html", table=table, caption=joined.caption.strip())


def _build_table(joined: JoinedTable, context: Context, page: str) -> tuple[Table, list[str]]:
    # In the order of the pages, so that a topic's rows come as its panels do.
    page_order = {key: index for index, key in enumerate(context.explained_on)}
    assigned = dict(
        sorted(context.site.assigned_names.items(), key=lambda item: page_order.get(item[0], len(page_order)))
    )
    rows: list[Row] = []
    problems: list[str] = []
    for heading, keys in joined.rows(assigned):
        rows.append(Row([], heading=heading))
        for key in keys:
            try:
                rows += _claim_rows(joined, key, context, page)
            except UserError as error:
                problems.append(f"{JOINED_TABLES_FILE}:{joined.line}: `{joined.name}`: {key} {error}")
    filters: dict[str, tuple[str, ...]] = {joined.filter: ()} if joined.filter else {}
    return Table([*joined.columns, "tested with"], rows, row_headers=True, filters=filters), problems


def _claim_rows(joined: JoinedTable, key: str, context: Context, page: str) -> list[Row]:
    """Return a claim's rows. Raise UserError if its fact is missing, has other columns, or differs between runs."""
    facts = [run.facts.get(joined.fact) for run in context.record.runs(key).values() if run.answer == "holds"]
    if not facts or not all(is_table(fact) for fact in facts):  # type: ignore[arg-type]
        raise UserError(f"gives no `{joined.fact}`, a list of dicts")
    if any(fact != facts[0] for fact in facts):
        raise UserError(f"gives another `{joined.fact}` on another checkpoint")
    rows: list[dict[str, PlainValue]] = facts[0]  # type: ignore[assignment]
    if tuple(rows[0]) != joined.columns:
        raise UserError(f"has the columns {', '.join(rows[0])}; the table has {', '.join(joined.columns)}")
    href = context.claim_href(key, page)
    tested_cell = text_cell(_tested_with(joined, key, context))
    return [
        Row(
            [
                sentence_cell(first)._replace(href=href),
                *(add_grade(value, sentence_cell(value)) for value in rest),
                tested_cell,
            ]
        )
        for first, *rest in (row.values() for row in rows)
    ]


def _tested_with(joined: JoinedTable, key: str, context: Context) -> str:
    """Return the releases up to today that the claim holds under, else the one version of its library that it ran with.

    Raise UserError if the table names a library that the claim's run did not record.
    """
    named_library = joined.library_by_claim.get(key)  # by the table, for a claim that is about another library
    if named_library is None and (releases := context.describe_answers(holding_versions, key)):
        return releases
    (versions, *_) = (run.measured.versions for run in context.record.runs(key).values())
    libraries = (context.site.libraries.library, *reversed(MAIN_LIBRARIES))  # a program with both is about transformers
    library = named_library or next((name for name in libraries if name in versions), None)
    if library is None:
        return "plain Python"
    if library not in versions:
        raise UserError(f"was run without `{library}`, or was not run since its version is recorded")
    return f"{library} {versions[library]} only"
