"""What people say: each statement with its verdict first, why, its source and the claims that settle it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from explainer.inputs.content import VERDICTS, Statement
from explainer.inputs.pages import filled
from explainer.render.context import Context
from explainer.render.markup import slug
from explainer.render.templating import render


def statement_files(context: Context) -> Iterator[tuple[str, Callable[[], str]]]:
    """Per topic what people say, together and one by one; and by section, a line each, for the page of all."""
    said = context.site.statements
    for topic in sorted({entry.topic for entry in said}):
        here = [entry for entry in said if entry.topic == topic]
        named = {f"statements/{topic}/{one.name}.md": [one] for one in here} | {f"statements/{topic}.md": here}
        yield from ((name, partial(in_full, of, context.page_of(name), context)) for name, of in named.items())
    # What a section is called, the page of all says itself, in a heading above what it includes: the engine knows no
    # navigation.
    sections = {entry.name: context.statement_section(entry) for entry in said}
    for section in sorted({*sections.values()} - {""}):
        shown = [entry for entry in said if sections[entry.name] == section]
        yield f"said/{section}.md", partial(_in_a_line, shown, f"said/{section}.md", context)


def in_full(entries: list[Statement], page: str, context: Context) -> str:
    """Statements as a `page` shows them."""
    return render("statements.md", statements=[_filled(entry, context, page) for entry in entries])


def _filled(entry: Statement, context: Context, page: str) -> dict[str, Any]:
    return {
        **_judged(entry),
        "why": filled(entry.why, context.quotable),
        "do": entry.do.strip(),
        "source": entry.source,
        "url": entry.url,
        "settled": [{"claim": context.claims[key], "link": context.link(key, page)} for key in entry.snippets],
    }


def _in_a_line(entries: list[Statement], artifact: str, context: Context) -> str:
    here = context.page_of(artifact)
    lines = [{**_judged(entry), "page": context.way(here, context.statement_page(entry))} for entry in entries]
    return render("said.md", statements=lines)


def _judged(entry: Statement) -> dict[str, str]:
    return {
        "says": entry.says.strip(),
        "verdict": VERDICTS[entry.verdict],
        "look": slug(entry.verdict),
        "anchor": f"said-{slug(entry.name)}",
    }
