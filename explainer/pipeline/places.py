"""Where the pages show what is recorded, as pure functions of the inputs: so a changed fact is named with its lines."""

from collections.abc import Iterable

from explainer.facts.record import FactName
from explainer.inputs.content import SOCIAL_CARD
from explainer.inputs.pages import where_quoted
from explainer.inputs.site import Site
from explainer.render.figures import Figure


def where_shown(site: Site, figures: Iterable[Figure]) -> dict[str, list[str]]:
    """Fact or artifact → the places (`docs/page.md:line`) that show it.

    What a figure draws and a joined table holds is shown where the figure or the table is: a figure's run is named
    `facts.topic.snippet.slug`, a table's fact `fact of topic/snippet`.
    """
    where = where_quoted(site.pages)
    if (card := site.social_card) and (fact := FactName.parse(card.fact, site.slugs)):
        where.setdefault(fact.dotted, []).append(f"{SOCIAL_CARD}:{card.line}")
    for figure in figures:
        if figure.run:
            where.setdefault(f"facts.{figure.run}", []).extend(where.get(f"figures/{figure.name}.md", []))
    for table in site.joined_tables:
        for key in (key for _, keys in table.rows(site.assigned) for key in keys):
            places = where.get(f"tables/joined/{table.name}.md", [])
            where.setdefault(_row_of(key, table.fact), []).extend(places)
    return where


def places_of(fact: FactName, where: dict[str, list[str]]) -> list[str]:
    """The page lines that quote a fact, or show a panel, a table or a figure of it."""
    run = f"facts.{fact.snippet.replace('/', '.')}.{fact.slug}"
    shown = [fact.dotted, f"panels/{fact.snippet}.md", f"tables/{fact.snippet}/{fact.fact}.md", run]
    return sorted({place for name in [*shown, _row_of(fact.snippet, fact.fact)] for place in where.get(name, [])})


def _row_of(key: str, fact: str) -> str:
    return f"{fact} of {key}"
