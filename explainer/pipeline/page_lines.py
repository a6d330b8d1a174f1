"""Find the page lines that show what is recorded, so that a changed fact is reported with the lines that quote it."""

from collections.abc import Iterable

from explainer.facts.record import FactName
from explainer.inputs.content import SOCIAL_CARD_FILE
from explainer.inputs.pages import where_quoted
from explainer.inputs.site import Site
from explainer.render.figures import Figure


def find_page_lines(site: Site, figures: Iterable[Figure]) -> dict[str, list[str]]:
    """Return the page lines (`docs/page.md:line`) that show a fact or an artifact, by its name.

    A figure's facts and the rows of a joined table are shown where the figure or the table is. Their names are
    `facts.topic.snippet.slug` for all facts of a figure's run, and `fact of topic/snippet` for one row of a table.
    """
    page_lines = where_quoted(site.pages)
    if (card := site.social_card) and (fact := FactName.parse(card.fact, site.checkpoint_slugs)):
        page_lines.setdefault(fact.dotted, []).append(f"{SOCIAL_CARD_FILE}:{card.line}")
    for figure in figures:
        if figure.run_name:
            lines = page_lines.get(f"figures/{figure.name}.md", [])
            page_lines.setdefault(f"facts.{figure.run_name}", []).extend(lines)
    for table in site.joined_tables:
        for key in (key for _, keys in table.rows(site.assigned_names) for key in keys):
            lines = page_lines.get(f"tables/joined/{table.name}.md", [])
            page_lines.setdefault(_row_name(key, table.fact), []).extend(lines)
    return page_lines


def page_lines_of(fact: FactName, page_lines: dict[str, list[str]]) -> list[str]:
    """Return the page lines that quote a fact, or show a panel, a table or a figure of it; sorted, each once."""
    run = f"facts.{fact.snippet.replace('/', '.')}.{fact.slug}"
    names = [fact.dotted, f"panels/{fact.snippet}.md", f"tables/{fact.snippet}/{fact.fact}.md", run]
    return sorted(
        {place for name in [*names, _row_name(fact.snippet, fact.fact)] for place in page_lines.get(name, [])}
    )


def _row_name(key: str, fact: str) -> str:
    return f"{fact} of {key}"
