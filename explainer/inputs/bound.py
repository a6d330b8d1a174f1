"""Find the sentences of a page that a claim must show: its lead, its bold sentences, and what it tells readers to do.

Only pages that explain a topic are read: those that say under their title what they cover.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path

from explainer.inputs.code_digest import digest
from explainer.inputs.entries import CONTENT, Entry, Text, read_entries, refuse
from explainer.inputs.pages import COVERS, INCLUDE
from explainer.inputs.prose import CODE_BLOCK, COMMENT, FRONT_MATTER, RAW, blank, line_of
from explainer.inputs.snippets import Snippet

UNBOUND = f"{CONTENT}/unbound.yml"
MOST_UNBOUND = 15
FEWEST_WORDS = 4  # of a bold sentence; fewer are a term or a label
ADVICE, DEEP = "advice/", "deep-advice/"  # what a page includes of a claim that says what to do, by the page's depth
NOT_READ = (FRONT_MATTER, CODE_BLOCK, RAW, COMMENT, re.compile(r"^.+\n\{ \.covers\b.*$", re.MULTILINE))
# A paragraph, an item of a list or a heading: it ends where a line is empty or begins another one.
BLOCK = re.compile(r"^(?=\S|[ \t]+\S).+?(?=\n[ \t]*(?:\n|[-*] |\d+\. |#|\||-+8<-+|<|\Z)|\Z)", re.DOTALL | re.MULTILINE)
ITEM = re.compile(r"[ \t]*(?:[-*]|\d+\.) +")
HEADING = re.compile(r"(#+) (.*?)(?: \{.*\})?$")
WHAT_TO_DO = "What to do"
NO_PROSE = ("#", "|", "<", "{%", "-8<-", "--8<--", ":::", "???", "!!!")  # how a block begins that is none
BOLD = re.compile(r"(?<![*\\])\*\*(?![\s*])(.+?)(?<![\s*])\*\*(?!\*)", re.DOTALL)
MARK = re.compile(r"\{\{ *(?:shown|deep)\.(\w+) *\}\}")
QUOTED = re.compile(r"\{\{.*?\}\}", re.DOTALL)
MARKUP = re.compile(r"\]\([^)]*\)|\]\[[^\]]*\]|[*`\[\]]")


@dataclass(frozen=True)
class Bound:
    """A sentence on a page that claims must show. `claims` are the names of the snippets that do; none if nobody said.

    `advice`: it tells the reader what to do, so that it must be included from a claim.
    """

    page: str
    line: int
    sentence: str
    claims: tuple[str, ...]
    advice: bool = False

    @property
    def place(self) -> str:
        """The page's path and the line."""
        return f"docs/{self.page}:{self.line}"

    def digest(self, snippets: Mapping[str, Snippet]) -> str:
        """Name the sentence with the docstrings and programs behind it: what an attack was made on."""
        behind = [snippets[name] for name in self.claims if name in snippets]
        return digest(self.sentence, *(part for one in behind for part in (one.claim, one.digest)))


class Unbound(Entry, frozen=True):
    """A sentence that no claim can show: the page, how it begins, and the reason."""

    page: str
    says: Text
    why: Text


def read_unbound(root: Path) -> list[Unbound]:
    """Return the exceptions. Raises UserError for a bad field, or for more than fifteen."""
    found = read_entries(root, UNBOUND, "unbound", Unbound)
    if len(found) > MOST_UNBOUND:
        refuse(
            [f"{UNBOUND}:{found[-1].line}: {len(found)} exceptions, of {MOST_UNBOUND}: bind a sentence or delete it"]
        )
    return found


def bound_sentences(pages: Mapping[str, str], snippets: Iterable[Snippet]) -> list[Bound]:
    """Return every sentence that must be shown, page by page, in the order of the text."""
    sentences = {snippet.key: snippet for snippet in snippets}
    return [
        one
        for page, text in pages.items()
        if COVERS.search(text)
        for one in sorted([*_written(page, text), *_included(page, text, sentences)], key=lambda one: one.line)
    ]


def unshown(bound: Iterable[Bound], exceptions: Iterable[Unbound]) -> Iterator[str]:
    """Yield a line for each sentence without a claim, and for each exception that nothing needs."""
    needless = list(exceptions)
    for one in bound:
        if one.claims:
            continue
        if excused := [entry for entry in needless if one.page == entry.page and one.sentence.startswith(entry.says)]:
            needless.remove(excused[0])
        elif one.advice:
            mend = f'include a claim whose program does it: --8<-- "{ADVICE}<topic>/<snippet>.md"'
            yield f"{one.place}: advice that no program does, “{_short(one.sentence)}”: {mend}"
        else:
            mend = "end it with the mark of a claim, {{ shown.<snippet> }}, or do not set it in bold"
            yield f"{one.place}: nothing shows “{_short(one.sentence)}”: {mend}"
    for entry in needless:
        yield f"{UNBOUND}:{entry.line}: `{entry.name}`: no unbound sentence of docs/{entry.page} begins so; remove it"


def _included(page: str, text: str, snippets: Mapping[str, Snippet]) -> Iterator[Bound]:
    """Yield the claims that a page includes as advice."""
    for match in INCLUDE.finditer(text):
        key = match.group(2).removeprefix(DEEP).removeprefix(ADVICE).removesuffix(".md")
        if match.group(2).startswith((ADVICE, DEEP)) and key in snippets:
            yield Bound(page, line_of(text, match.start()), snippets[key].sentence, (snippets[key].name,), advice=True)


@cache
def _written(page: str, text: str) -> tuple[Bound, ...]:
    """Return the lead, the bold sentences, and typed items under “What to do”."""
    found: list[Bound] = []
    heading, lead = "", False
    for match in BLOCK.finditer(blank(text, *NOT_READ)):
        block, line = match.group(), line_of(text, match.start())
        if title := HEADING.match(block):
            heading, lead = title.group(2), len(title.group(1)) == 1
        elif heading and not block.lstrip().startswith(NO_PROSE):
            found += _of_block(page, line, block, advice=heading == WHAT_TO_DO, lead=lead)
            lead = False
    return tuple(found)


def _of_block(page: str, line: int, block: str, *, advice: bool, lead: bool) -> Iterator[Bound]:
    if advice and ITEM.match(block):
        yield Bound(page, line, _plain(ITEM.sub("", block, count=1)), (), advice=True)
        return
    bold = [one for one in BOLD.finditer(block) if _asserts(one.group(1))]
    for one, then in zip_longest(bold, bold[1:]):
        marks = tuple(MARK.findall(block[one.start() : then.start() if then else len(block)]))
        yield Bound(page, line + block.count("\n", 0, one.start()), _plain(one.group(1)), marks)
    if lead and not bold:
        yield Bound(page, line, _plain(block), tuple(MARK.findall(block)))


def _asserts(bold: str) -> bool:
    """Return whether words in bold are a sentence, and no term, label or question."""
    words = _plain(bold)
    return len(words.split()) >= FEWEST_WORDS and not words.endswith("?")


def _plain(text: str) -> str:
    """The words, without the signs of Markdown."""
    return " ".join(MARKUP.sub("", QUOTED.sub("…", MARK.sub("", text))).split())


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} …"
