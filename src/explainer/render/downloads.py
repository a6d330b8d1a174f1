"""Say which of the site's zips a reader unzips beside a program: those of checkpoints that no hub has."""

from collections.abc import Container
from typing import Any

from explainer.render.context import Context, address


def downloads(named: Container[str | None], context: Context, page: str) -> list[dict[str, Any]]:
    """Return the zips of the checkpoints that a program names, as the template needs.html shows them.

    `href` is "" for a zip that is not there: a site that was never built has none.
    """
    return [
        {
            "name": f"{checkpoint.id}.zip",
            "href": context.relative_link(address(page) + "index.md", checkpoint.download)
            if context.root is None or (context.root / "docs" / checkpoint.download).is_file()
            else "",
            "megabytes": checkpoint.megabytes,
        }
        for checkpoint in context.site.checkpoints
        if checkpoint.download and checkpoint.id in named
    ]
