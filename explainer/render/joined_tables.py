"""Joined tables: rows of many claims as one, the first cell leads to the claim, the last says since when it holds."""

import html
import re

from explainer.errors import UserError
from explainer.inputs.joined_tables import JOINED, JoinedTable
from explainer.plain import Plain, is_table
from explainer.render.context import Context
from explainer.render.markup import UNSEARCHED, code_html, columns, html_table
from explainer.render.tables import cell, graded
from explainer.versions.history import first_holding

JOINT = re.compile(r"(?<=[._(])(?=\w)")  # where a name in a narrow cell may break


def joined_tables(context: Context) -> tuple[dict[str, str], list[str]]:
    """The joined tables, and one line for each row that its claim does not give.

    A row is the one dict of the fact, the same in every run of the claim.
    """
    files: dict[str, str] = {}
    problems: list[str] = []
    for entry in context.site.joined_tables:
        text, wrong = _table(entry, context)
        problems += wrong
        if not wrong:
            files[f"tables/joined/{entry.name}.md"] = text
    return files, problems


def _table(entry: JoinedTable, context: Context) -> tuple[str, list[str]]:
    # In the order of the pages, so that a topic's rows come as its panels do.
    places = {key: place for place, key in enumerate(context.shown_on)}
    assigned = dict(sorted(context.site.assigned.items(), key=lambda item: places.get(item[0], len(places))))
    rows: list[str] = []
    problems: list[str] = []
    for heading, keys in entry.rows(assigned):
        named = f'<th colspan="{len(entry.columns) + 1}" scope="rowgroup"><span>{code_html(heading)}</span></th>'
        rows.append(f'<tr class="topic">{named}</tr>')
        for key in keys:
            try:
                rows.append(_row(entry, key, context))
            except UserError as error:
                problems.append(f"{JOINED}:{entry.line}: `{entry.name}`: {key} {error}")
    head = f"<tr>{columns([*entry.columns, 'since'])}</tr>"
    caption = f"<p>{code_html(entry.caption.strip())}</p>"
    return f'<div class="joined" {UNSEARCHED}>{caption}\n{html_table(head, rows)}</div>\n', problems


def _row(entry: JoinedTable, key: str, context: Context) -> str:
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
    href = context.href(key, context.page_of(f"tables/joined/{entry.name}.md"))
    name = f'<th scope="row"><a href="{href}">{_in_words(first)}</a></th>'
    since = html.escape(context.under_versions(first_holding, key)) or "—"
    return f"<tr>{name}{''.join(graded(value, _in_words(value)) for value in others)}<td>{since}</td></tr>"


def _in_words(value: Plain) -> str:
    """A value as HTML. In a text backticks are code, which may break after a dot, an underscore or a bracket."""
    if not isinstance(value, str):
        return cell(value)
    return re.sub("<code>(.+?)</code>", lambda code: JOINT.sub("<wbr>", code[0]), code_html(value))
