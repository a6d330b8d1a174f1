"""Build the breadcrumbs of generated pages, which the navigation does not list: from a tab of the site down."""

from typing import TypeAlias

from explainer.render.context import Context, address
from explainer.render.overviews import CLAIMS_TABLE

Crumbs: TypeAlias = list[dict[str, str]]
"""Breadcrumbs from the outermost in, each a title and an address below the site's root."""


def crumbs_of_page(page: str, context: Context) -> Crumbs:
    """Return the tab that lists a page, as a link to the tab's first page; empty if no tab lists it."""
    tabs = ({"title": title, "address": address(pages[0])} for title, pages in context.site.nav if page in pages)
    return [tab for tab in tabs if tab["title"]]  # a page at the navigation's top has no tab


def crumbs_of_claims(topic: str, explained_on: str | None, context: Context) -> Crumbs:
    """Return the breadcrumbs of a topic's claims: a tab, and the page that lists all claims.

    The tab is that of the page `explained_on`, else of the topic's folder, else of the page that lists all claims.
    """
    all_claims = context.included_on.get(CLAIMS_TABLE, "")
    pages = (explained_on or "", f"{context.folder_of(topic)}/index.md", all_claims)
    tab = next(filter(None, (crumbs_of_page(page, context) for page in pages)), [])
    return [*tab, {"title": "Claims", "address": address(all_claims)}] if all_claims else tab
