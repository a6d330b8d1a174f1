"""Build the breadcrumbs of generated pages.

The navigation lists no such page, so its tab is borrowed from a listed page that belongs to it.
"""

from typing import TypeAlias

from explainer.render.context import Context, address
from explainer.render.overviews import CLAIMS_TABLE

Crumbs: TypeAlias = list[dict[str, str]]
"""Breadcrumbs from the outermost in, each a title and an address below the site's root."""


def tab_of_page(page: str, context: Context) -> Crumbs:
    """Return the tab that lists a page as a list of one crumb, with a link to the tab's first page; [] if none does."""
    crumbs = ({"title": title, "address": address(pages[0])} for title, pages in context.site.nav if page in pages)
    return [crumb for crumb in crumbs if crumb["title"]]  # a page at the navigation's top has no tab


def crumbs_of_claims(topic: str, explaining_page: str | None, context: Context) -> Crumbs:
    """Return the breadcrumbs of a topic's claims: a tab, and the page that lists all claims.

    The tab is where a reader most likely came from: that of the page that explains the claim, else of the topic's
    folder, else of the page that lists all claims.
    """
    claims_page = context.shown_on.get(CLAIMS_TABLE, "")
    # If no page shows the topic, its folder is "", and no tab lists `/index.md`.
    candidates = (explaining_page or "", f"{context.folder_of(topic)}/index.md", claims_page)
    tab = next(filter(None, (tab_of_page(page, context) for page in candidates)), [])
    return [*tab, {"title": "Claims", "address": address(claims_page)}] if claims_page else tab
