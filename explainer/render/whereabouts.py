"""Where a page belongs that the navigation does not list: the way to it, from a tab of the site down."""

from typing import TypeAlias

from explainer.render.context import Context, address

Crumbs: TypeAlias = list[dict[str, str]]
ALL_CLAIMS = "measured/claims.md"  # the page that includes it lists them


def of_page(page: str, context: Context) -> Crumbs:
    """Return the tab that lists a page, which leads to the first page of the tab; nothing if none lists it."""
    tabs = ({"title": title, "address": address(pages[0])} for title, pages in context.site.nav if page in pages)
    return [tab for tab in tabs if tab["title"]]


def of_claims(topic: str, page: str | None, context: Context) -> Crumbs:
    """Return the way to claims of a topic: the tab of the page that shows them, or else of most of the topic."""
    listed = context.included_on.get(ALL_CLAIMS, "")
    pages = (page or "", f"{context.folder_of(topic)}/index.md", listed)
    tab = next(filter(None, (of_page(one, context) for one in pages)), [])
    return [*tab, {"title": "Claims", "address": address(listed)}] if listed else tab
