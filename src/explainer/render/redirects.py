"""Lead from an address that people link to, and that has no page any more, to the page that answers now."""

from collections.abc import Collection, Iterator
from functools import partial

from explainer.inputs.content import REDIRECTS_FILE
from explainer.render.context import Context, address, link_between
from explainer.render.files import RenderFile
from explainer.render.templating import render


def redirect_files(context: Context) -> Iterator[tuple[str, RenderFile]]:
    """Yield a page of plain HTML for each old address, by its name from the artifacts. It keeps query and fragment."""
    for redirect in context.site.redirects:
        link = link_between(f"{redirect.name}index.md", f"{redirect.to}index.md")
        yield f"../{redirect.name}index.html", partial(render, "redirect.html", link=link)


def redirect_problems(context: Context, sources: Collection[str]) -> Iterator[str]:
    """Yield a line for each old address that has a page, and for each new one that has none, by the pages' sources."""
    addresses = {address(source) for source in sources if source.endswith(".md")}
    for redirect in context.site.redirects:
        where = f"{REDIRECTS_FILE}:{redirect.line}: `{redirect.name}`"
        if redirect.name in addresses:
            yield f"{where}: this address has a page; take the redirect out"
        if redirect.to not in addresses:
            yield f"{where}: there is no page at `{redirect.to}`"
