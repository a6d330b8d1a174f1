"""A hook for pages that say `csp: true` in their head: their Content-Security-Policy names the scripts in the page.

The theme's scripts differ from page to page and from release to release, so each is allowed by its hash, which is
computed here. The policy itself is in theme/partials/policy.html.
"""

import base64
import hashlib
from html.parser import HTMLParser

from mkdocs.structure.pages import Page

PLACE = "INLINE_SCRIPTS"
DATA = "application/json"


class InlineScripts(HTMLParser):
    """Collects the scripts that stand in a page: neither those with an address nor data."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A script begins, or something else."""
        about = dict(attrs)
        self._inside = tag == "script" and "src" not in about and about.get("type") != DATA
        if self._inside:
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 (the name is the parser's)
        """It ends."""
        self._inside = False

    def handle_data(self, data: str) -> None:
        """What is in it, perhaps in pieces."""
        if self._inside:
            self.found[-1] += data


def on_post_page(output: str, page: Page, **_: object) -> str:
    """The page, with the hashes of its scripts."""
    return with_hashes(output) if page.meta.get("csp") else output


def with_hashes(html: str) -> str:
    """A page whose policy lets the scripts in it run. Raises ValueError where there is no place for them."""
    if html.count(PLACE) != 1:
        raise ValueError(f"a page with `csp: true` has no {PLACE}; see overrides/theme/partials/policy.html")
    scripts = InlineScripts()
    scripts.feed(html)
    scripts.close()
    return html.replace(PLACE, " ".join(dict.fromkeys(f"'sha256-{_hash(one)}'" for one in scripts.found)))


def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
