"""Render statements: what people say, each with a verdict, the reason, its source and the claims that settle it."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from explainer.inputs.content import STATEMENT_VERDICTS, Statement
from explainer.inputs.pages import fill_releases
from explainer.render.context import Context, View
from explainer.render.downloads import downloads
from explainer.render.markup import slug
from explainer.render.templating import render

QUOTED = re.compile(r'"([^"\n]+)"')  # the strings of a program


def statement_views(context: Context) -> Iterator[tuple[str, View]]:
    """Yield a view for each section of the navigation: its statements."""
    sections = {statement.name: context.folder_of(statement.topic) for statement in context.site.statements}
    for section in sorted({*sections.values()} - {""}):
        statements = [statement for statement in context.site.statements if sections[statement.name] == section]
        yield f"said/{section}", partial(_statements_of_section, statements, context)


def statement_anchor(statement: Statement) -> str:
    """Return the anchor of a statement on the page that lists its section."""
    return f"said-{slug(statement.name)}"


def _statements_of_section(statements: list[Statement], context: Context, page: str) -> str:
    """Return statements with reasons, sources and claims. It has no heading: the page gives the section its title."""
    return render("statements.md", statements=[_values(statement, page, context) for statement in statements])


def _values(statement: Statement, page: str, context: Context) -> dict[str, Any]:
    claims = [
        {"claim": context.sentences_by_key[key], "link": context.claim_link(key, page)} for key in statement.snippets
    ]
    return {
        "says": statement.says.strip(),
        "verdict": STATEMENT_VERDICTS[statement.verdict],
        "css_class": f"verdict-{slug(statement.verdict)}",
        "anchor": statement_anchor(statement),
        "why": fill_releases(statement.why, context.quotable),
        "do": statement.do.strip(),
        "downloads": downloads(QUOTED.findall(statement.do), context, page),
        "source": statement.source,
        "url": statement.url,
        "settled": claims,
    }
