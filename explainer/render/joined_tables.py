"""Joined tables: rows of many claims as one, the first cell leads to the claim, the last says since when it holds."""

from explainer.errors import UserError
from explainer.inputs.joined_tables import JOINED, JoinedTable
from explainer.plain import Plain, is_table
from explainer.render.cells import Row, Table, graded, in_words, plain
from explainer.render.context import Context
from explainer.render.templating import render
from explainer.versions.history import first_holding


def joined_tables(context: Context) -> tuple[dict[str, str], list[str]]:
    """The joined tables, and one line for each row that its claim does not give.

    A row is the one dict of the fact, the same in every run of the claim.
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
                rows.append(_row(entry, key, context))
            except UserError as error:
                problems.append(f"{JOINED}:{entry.line}: `{entry.name}`: {key} {error}")
    return Table([*entry.columns, "since"], rows, named=True), problems


def _row(entry: JoinedTable, key: str, context: Context) -> Row:
    """A claim's row. Raises UserError if its facts do not give one."""
    facts = [run.facts.get(entry.fact) for run in context.record.runs(key).values()]
    if not facts or not all(is_table(fact) and len(fact) == 1 for fact in facts):  # type: ignore[arg-type]
        raise UserError(f"gives no `{entry.fact}`, a list of one dict")
    if any(fact != facts[0] for fact in facts):
        raise UserError(f"gives another `{entry.fact}` on another checkpoint")
    row: dict[str, Plain] = facts[0][0]  # type: ignore[index,assignment]
    if tuple(row) != entry.columns:
        raise UserError(f"has the columns {', '.join(row)}; the table has {', '.join(entry.columns)}")
    first, *others = row.values()
    name = in_words(first)._replace(href=context.href(key, context.page_of(f"tables/joined/{entry.name}.md")))
    since = plain(context.under_versions(first_holding, key) or "—")
    return Row([name, *(graded(value, in_words(value)) for value in others), since])
