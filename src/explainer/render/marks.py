"""Render a claim's mark: the ✓ after a sentence, which links to the claim and says in its tooltip what was tested."""

import re
from collections.abc import Iterable

from explainer.inputs.snippets import Snippet

CHECK_MARK = "✓"
MAX_LINE_LENGTH = 70  # characters of a printed line
# A double quote would end the link's title; the other signs mean something to Markdown, or to a table around the mark.
TITLE_REPLACEMENTS = {'"': "”", "`": "", "\\": "", "|": "¦", "\n": " "}


def format_mark(snippet: Snippet, link: str, printed: Iterable[tuple[str, str]], releases: str, since: str) -> str:
    """Return a claim's mark as Markdown.

    `printed` are pairs of a model's title, or "", and the deciding line that its run printed. `releases` says in words
    under which releases the claim holds. `since` is the release shown beside the ✓, or "" if no earlier one fails.
    """
    lines = [f"{f'{model}: ' if model else ''}{_shorten(line)}" for model, line in printed]
    parts = {
        "Details": snippet.conditions,
        "Prints": "; ".join(lines),
        "Versions": f"{releases}, and fails before" if since else releases,
    }
    labeled = [f"{label}: {part.rstrip('.')}" for label, part in parts.items() if part]
    title = "&#10;".join(map(_escape_title, labeled))  # &#10; is a line break
    label = f"{CHECK_MARK}&nbsp;{since}+" if since else CHECK_MARK
    return f'[{label}]({link} "{title}"){{ .proof data-search-exclude="" }}'


def _shorten(line: str) -> str:
    return line if len(line) <= MAX_LINE_LENGTH else f"{line[:MAX_LINE_LENGTH].rstrip()} …"


def _escape_title(text: str) -> str:
    """Return a text for the title of a Markdown link, without the signs that would end it or be read as markup."""
    text = re.sub(r"[<>&(){}\[\]]", lambda sign: f"&#{ord(sign[0])};", text)
    return "".join(TITLE_REPLACEMENTS.get(sign, sign) for sign in text)
