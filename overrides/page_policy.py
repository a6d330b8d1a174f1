"""A hook for pages that say `csp: true` in their head: a Content-Security-Policy, as the page's own first word.

The page takes files that a reader trusts it with, and a reader can see in its source that it may send them nowhere. A
static host sets no headers, so the policy is an element. The theme's scripts between the elements differ from page to
page and from release to release, so each is allowed by its hash, which is computed here. Zensical runs no hooks: there
the page has no policy.
"""

import base64
import hashlib
import re

from mkdocs.structure.pages import Page

CHARSET = '<meta charset="utf-8">'
INLINE = re.compile(r"<script(?![^>]*\b(?:src=|type=\"application/json\"))[^>]*>(.*?)</script>", re.DOTALL)
POLICY = (
    "default-src 'none'",
    "script-src 'self' {hashes}",
    "worker-src 'self'",  # the inspector's, and the search's
    "connect-src 'self'",  # the search's index; the inspector's worker asks for nothing
    # The theme sets styles of elements: the width of a table, the place of a tooltip.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",  # the theme's icons are in its style sheet
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
)


def on_post_page(output: str, page: Page, **_: object) -> str:
    """The page, with its policy before all that the policy is about."""
    return with_policy(output) if page.meta.get("csp") else output


def with_policy(html: str) -> str:
    """A page with the policy that lets only its own scripts run."""
    hashes = " ".join(dict.fromkeys(f"'sha256-{_hash(script)}'" for script in INLINE.findall(html)))
    content = "; ".join(POLICY).format(hashes=hashes)
    before, charset, after = html.partition(CHARSET)
    if not charset:
        raise ValueError("the theme's pages no longer say their charset as they did; see overrides/page_policy.py")
    return f'{before}{charset}\n<meta http-equiv="Content-Security-Policy" content="{content}">{after}'


def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
