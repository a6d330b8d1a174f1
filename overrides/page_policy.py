"""Put the hashes of a page's inline scripts into its Content-Security-Policy, if its front matter has `csp: true`.

The theme's inline scripts differ between pages and between releases, so the hashes are computed from each built page.
The policy itself is in theme/partials/policy.html.
"""

import base64
import hashlib
from html.parser import HTMLParser

from mkdocs.structure.pages import Page

SCRIPTS_PLACEHOLDER = "INLINE_SCRIPTS"  # the policy has it where the hashes go
DATA_TYPE = "application/json"  # browsers do not run a script element of this type


class InlineScripts(HTMLParser):
    """Collect a page's inline scripts in `scripts`; scripts with an address and data are left out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.scripts: list[str] = []
        self._is_inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a script, if the tag is an inline one."""
        attributes = dict(attrs)
        self._is_inside = tag == "script" and "src" not in attributes and attributes.get("type") != DATA_TYPE
        if self._is_inside:
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 (the name is the parser's)
        """Leave the script, if one was begun."""
        self._is_inside = False

    def handle_data(self, data: str) -> None:
        """Add to the script, which the parser may send in pieces."""
        if self._is_inside:
            self.scripts[-1] += data


def on_post_page(output: str, page: Page, **_: object) -> str:
    """Return the page's HTML, with the hashes if its front matter asks for them."""
    return with_hashes(output) if page.meta.get("csp") else output


def with_hashes(html: str) -> str:
    """Return the page with a policy that allows its inline scripts. Raise ValueError unless it has one placeholder."""
    if html.count(SCRIPTS_PLACEHOLDER) != 1:
        raise ValueError(
            f"a page with `csp: true` has no {SCRIPTS_PLACEHOLDER}; see overrides/theme/partials/policy.html"
        )
    parser = InlineScripts()
    parser.feed(html)
    parser.close()
    sources = dict.fromkeys(f"'sha256-{_hash(script)}'" for script in parser.scripts)
    return html.replace(SCRIPTS_PLACEHOLDER, " ".join(sources))


def _hash(script: str) -> str:
    """Return a script's SHA-256 in base64, as https://www.w3.org/TR/CSP3/#grammardef-hash-source wants it."""
    return base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
