"""Render statements: what people say, each with a verdict, the reason, its source and the claims that settle it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from explainer.inputs.content import STATEMENT_VERDICTS, Statement
from explainer.inputs.pages import fill_releases
from explainer.render.context import Context
from explainer.render.markup import slug
from explainer.render.templating import render


def statement_files(context: Context) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the views of statements, each with what renders it: in full by name and by topic, and a list by section."""
    statements = context.site.statements
    for topic in sorted({statement.topic for statement in statements}):
        topic_statements = [statement for statement in statements if statement.topic == topic]
        views = {f"statements/{topic}/{statement.name}.md": [statement] for statement in topic_statements}
        views[f"statements/{topic}.md"] = topic_statements
        for name, group in views.items():
            yield name, partial(full_statements, group, context.page_of(name), context)
    # A list has no heading: the page that includes it gives the section its title.
    sections = {statement.name: context.statement_section(statement) for statement in statements}
    for section in sorted({*sections.values()} - {""}):
        section_statements = [statement for statement in statements if sections[statement.name] == section]
        yield f"said/{section}.md", partial(_statement_list, section_statements, f"said/{section}.md", context)


def full_statements(statements: list[Statement], page: str, context: Context) -> str:
    """Return statements with reasons, sources and claims, with links that start from `page`."""
    return render("statements.md", statements=[_full_values(statement, page, context) for statement in statements])


def _full_values(statement: Statement, page: str, context: Context) -> dict[str, Any]:
    claims = [
        {"claim": context.sentences_by_key[key], "link": context.claim_link(key, page)} for key in statement.snippets
    ]
    return {
        **_short_values(statement),
        "why": fill_releases(statement.why, context.quotable),
        "do": statement.do.strip(),
        "source": statement.source,
        "url": statement.url,
        "settled": claims,
    }


def _statement_list(statements: list[Statement], artifact: str, context: Context) -> str:
    """Return a list of verdicts and statements, each with a link to the page that shows it in full."""
    page = context.page_of(artifact)
    lines = [
        {**_short_values(statement), "page": context.relative_link(page, context.statement_page(statement))}
        for statement in statements
    ]
    return render("statement_list.md", statements=lines)


def _short_values(statement: Statement) -> dict[str, str]:
    return {
        "says": statement.says.strip(),
        "verdict": STATEMENT_VERDICTS[statement.verdict],
        "css_class": f"verdict-{slug(statement.verdict)}",
        "anchor": f"said-{slug(statement.name)}",
    }
