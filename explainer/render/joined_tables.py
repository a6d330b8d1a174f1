"""Joined tables: rows of many claims as one, each leads to its claim and says what that was tested with."""

from explainer.errors import UserError
from explainer.inputs.content import JOINED, JoinedTable
from explainer.plain import NAMED, Plain, is_table
from explainer.render.cells import Row, Table, graded, in_words, plain
from explainer.render.context import Context
from explainer.render.templating import render
from explainer.versions.history import held_through


def joined_tables(context: Context) -> tuple[dict[str, str], list[str]]:
    """The joined tables, and one line for each row that its claim does not give.

    A row is a dict of the fact, which is the same in every run of the claim.
    """
    files: dict[str, str] = {}
    problems: list[str] = []
    for entry in context.site.joined_tables:
        table, wrong = _table(entry, context)
        problems += wrong
        if not wrong:
            caption = entry.caption.strip()
            files[f"tables/joined/{entry.name}.md"] = render("joined_table.html", table=table, caption=caption)
    return files, problems


def _table(entry: JoinedTable, context: Context) -> tuple[Table, list[str]]:
    # In the order of the pages, so that a topic's rows come as its panels do.
    places = {key: place for place, key in enumerate(context.shown_on)}
    assigned = dict(sorted(context.site.assigned.items(), key=lambda item: places.get(item[0], len(places))))
    rows: list[Row] = []
    problems: list[str] = []
    for heading, keys in entry.rows(assigned):
        rows.append(Row([], topic=heading))
        for key in keys:
            try:
                rows += _rows(entry, key, context)
            except UserError as error:
                problems.append(f"{JOINED}:{entry.line}: `{entry.name}`: {key} {error}")
    filtered: dict[str, tuple[str, ...]] = {entry.filter: ()} if entry.filter else {}
    return Table([*entry.columns, "tested with"], rows, named=True, filtered=filtered), problems


def _rows(entry: JoinedTable, key: str, context: Context) -> list[Row]:
    """A claim's rows. Raises UserError if its facts do not give them."""
    facts = [run.facts.get(entry.fact) for run in context.record.runs(key).values() if run.answer == "holds"]
    if not facts or not all(is_table(fact) for fact in facts):  # type: ignore[arg-type]
        raise UserError(f"gives no `{entry.fact}`, a list of dicts")
    if any(fact != facts[0] for fact in facts):
        raise UserError(f"gives another `{entry.fact}` on another checkpoint")
    rows: list[dict[str, Plain]] = facts[0]  # type: ignore[assignment]
    if tuple(rows[0]) != entry.columns:
        raise UserError(f"has the columns {', '.join(rows[0])}; the table has {', '.join(entry.columns)}")
    href = context.href(key, context.page_of(f"tables/joined/{entry.name}.md"))
    tested = plain(_tested_with(entry, key, context))
    return [
        Row([in_words(first)._replace(href=href), *(graded(value, in_words(value)) for value in others), tested])
        for first, *others in (row.values() for row in rows)
    ]


def _tested_with(entry: JoinedTable, key: str, context: Context) -> str:
    """The versions of what was varied or, where nothing was, the one version of what the claim is about."""
    if (tool := entry.tool_of.get(key)) is None and (tested := context.under_versions(held_through, key)):
        return tested
    (measured, *_) = (run.measured.versions for run in context.record.runs(key).values())
    library = tool or next((one for one in (context.site.libraries.library, *reversed(NAMED)) if one in measured), None)
    if library is None:
        return "plain Python"
    if library not in measured:
        raise UserError(f"was run without `{library}`, or was not run since its version is recorded")
    return f"{library} {measured[library]} only"
