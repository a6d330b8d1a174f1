"""The mark at the end of a sentence that a claim shows: where it leads, and what it says before one follows it."""

import re
from collections.abc import Iterable

from explainer.inputs.snippets import Snippet

SIGN = "✓"
MOST = 70  # characters of a printed line
# Means something to Markdown inside of a title, or to a table around it.
UNFIT = {'"': "”", "`": "", "\\": "", "|": "¦", "\n": " "}


def mark(snippet: Snippet, link: str, printed: Iterable[tuple[str, str]], held: str, since: str) -> str:
    """Return a claim's mark as Markdown.

    `printed` are the deciding lines, each with the model that it was printed on; `held` says under which releases the
    claim holds, and `since`, which is seen without a pointer, the first of them if it fails before.
    """
    lines = [f"{f'{model}: ' if model else ''}{_cut(line)}" for model, line in printed]
    parts = [
        snippet.conditions,
        f"The program prints: {'; '.join(lines)}",
        f"{held}, and fails before" if since else held,
    ]
    said = "&#10;".join(_title(part.rstrip(".")) for part in parts if part)
    shown = f"{SIGN}&nbsp;{since}+" if since else SIGN
    return f'[{shown}]({link} "{said}"){{ .proof data-search-exclude="" }}'


def _cut(line: str) -> str:
    return line if len(line) <= MOST else f"{line[:MOST].rstrip()} …"


def _title(text: str) -> str:
    """The text as the title of a link; what would end it or mean something there is written otherwise."""
    text = re.sub(r"[<>&(){}\[\]]", lambda sign: f"&#{ord(sign[0])};", text)
    return "".join(UNFIT.get(sign, sign) for sign in text)
