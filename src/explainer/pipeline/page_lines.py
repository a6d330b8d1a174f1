"""Find the page lines that show what is recorded, so that a changed fact is reported with the lines that quote it."""

from collections.abc import Iterable

from explainer.facts.record import FactName
from explainer.inputs.pages import where_quoted
from explainer.inputs.site import Site
from explainer.render.figures import Figure


def find_page_lines(site: Site, figures: Iterable[Figure]) -> dict[str, list[str]]:
    """Return the page lines (`docs/page.md:line`) that show a fact or a view, by its name.

    Two more kinds of names lead to the lines of a figure and of a joined table: `facts.topic.snippet.slug`, for all
    facts of the figure's run, and `fact of topic/snippet`, for one row of the table.
    """
    page_lines = where_quoted(site.pages)
    for figure in figures:
        if figure.run_name:
            lines = page_lines.get(f"figure/{figure.name}", [])
            page_lines.setdefault(f"facts.{figure.run_name}", []).extend(lines)
    for table in site.joined_tables:
        for key in (row_key for _, row_keys in table.rows(site.assigned_names) for row_key in row_keys):
            lines = page_lines.get(f"joined/{table.name}", [])
            page_lines.setdefault(_row_name(key, table.fact), []).extend(lines)
    return page_lines


def page_lines_of(fact: FactName, page_lines: dict[str, list[str]]) -> list[str]:
    """Return the page lines that quote a fact, or show a panel, a table or a figure of it; sorted, each once."""
    run_name = f"facts.{fact.snippet_key.replace('/', '.')}.{fact.slug}"
    names = [fact.dotted, f"program/{fact.snippet_key}", f"table/{fact.snippet_key}/{fact.fact}", run_name]
    return sorted(
        {
            page_line
            for name in [*names, _row_name(fact.snippet_key, fact.fact)]
            for page_line in page_lines.get(name, [])
        }
    )


def _row_name(key: str, fact: str) -> str:
    return f"{fact} of {key}"
