"""Find the sentences of a page that a claim must show: its lead, its bold sentences, and its advice.

This reads only pages that explain a topic, which say under their title what they cover.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path

from explainer.inputs.code_digest import digest
from explainer.inputs.entries import CONTENT, ContentEntry, NonEmptyText, raise_if_any, read_entries
from explainer.inputs.pages import COVERS, INCLUDE
from explainer.inputs.prose import CODE_BLOCK, COMMENT, FRONT_MATTER, RAW_BLOCK, blank, line_of
from explainer.inputs.snippets import Snippet

UNBOUND_FILE = f"{CONTENT}/unbound.yml"
MAX_UNBOUND = 15
MIN_SENTENCE_WORDS = 4  # fewer words in bold are a term or a label
# A page includes a claim's advice from one of these; their links fit pages one folder deep, and pages two deep.
ADVICE_FOLDER, DEEP_ADVICE_FOLDER = "advice/", "deep-advice/"
# What has no sentences to show; the last one is the paragraph that says what the page covers.
SKIPPED = (FRONT_MATTER, CODE_BLOCK, RAW_BLOCK, COMMENT, re.compile(r"^.+\n\{ \.covers\b.*$", re.MULTILINE))
# A paragraph, a list item or a heading: it ends before an empty line, or a line that begins the next block.
BLOCK = re.compile(r"^(?=\S|[ \t]+\S).+?(?=\n[ \t]*(?:\n|[-*] |\d+\. |#|\||-+8<-+|<|\Z)|\Z)", re.DOTALL | re.MULTILINE)
ITEM = re.compile(r"[ \t]*(?:[-*]|\d+\.) +")
HEADING_PARTS = re.compile(r"(#+) (.*?)(?: \{.*\})?$")
WHAT_TO_DO = "What to do"
NON_PROSE = ("#", "|", "<", "{%", "-8<-", "--8<--", ":::", "???", "!!!")  # how tables, HTML and includes begin
BOLD = re.compile(r"(?<![*\\])\*\*(?![\s*])(.+?)(?<![\s*])\*\*(?!\*)", re.DOTALL)
# A claim's mark, `{{ shown.NAME }}`, and any quote.
MARK = re.compile(r"\{\{ *(?:shown|deep)\.(\w+) *\}\}")
QUOTATION = re.compile(r"\{\{.*?\}\}", re.DOTALL)
MARKUP = re.compile(r"\]\([^)]*\)|\]\[[^\]]*\]|[*`\[\]]")


@dataclass(frozen=True)
class BoundSentence:
    """Hold a sentence that claims must show. `claims` are the names of its marks' snippets; empty if it has no mark.

    `advice`: it tells the reader what to do, so the page must include it from a claim.
    """

    page: str
    line: int
    text: str
    claims: tuple[str, ...]
    advice: bool = False

    @property
    def place(self) -> str:
        """Return the page's path and the line, `docs/page.md:line`."""
        return f"docs/{self.page}:{self.line}"

    def digest(self, snippets: Mapping[str, Snippet]) -> str:
        """Return a digest of the sentence, and of the docstrings and programs of its claims."""
        behind = [snippets[name] for name in self.claims if name in snippets]
        return digest(self.text, *(part for snippet in behind for part in (snippet.claim, snippet.digest)))


class UnboundSentence(ContentEntry, frozen=True):
    """Hold a sentence that no claim can show: the page, how the sentence begins, and why no claim can."""

    page: str
    says: NonEmptyText
    why: NonEmptyText


def read_unbound(root: Path) -> list[UnboundSentence]:
    """Return the exceptions. Raise UserError for a bad field, or for more than MAX_UNBOUND."""
    entries = read_entries(root, UNBOUND_FILE, "unbound", UnboundSentence)
    if len(entries) > MAX_UNBOUND:
        where = f"{UNBOUND_FILE}:{entries[-1].line}"
        raise_if_any([f"{where}: {len(entries)} exceptions, of {MAX_UNBOUND}: bind a sentence or delete it"])
    return entries


def bound_sentences(pages: Mapping[str, str], snippets: Iterable[Snippet]) -> list[BoundSentence]:
    """Return every sentence that a claim must show, page by page, in the order of the text."""
    by_key = {snippet.key: snippet for snippet in snippets}
    return [
        sentence
        for page, text in pages.items()
        if COVERS.search(text)
        for sentence in sorted([*_typed(page, text), *_included(page, text, by_key)], key=lambda bound: bound.line)
    ]


def unshown_sentences(bound: Iterable[BoundSentence], exceptions: Iterable[UnboundSentence]) -> Iterator[str]:
    """Yield a line for each sentence without a claim or an exception, and for each exception that matches none."""
    unused = list(exceptions)
    for sentence in bound:
        if sentence.claims:
            continue
        start = _shortened(sentence.text)
        if matching := [
            entry for entry in unused if sentence.page == entry.page and sentence.text.startswith(entry.says)
        ]:
            unused.remove(matching[0])  # an exception is for one sentence
        elif sentence.advice:
            mend = f'include a claim whose program does it: --8<-- "{ADVICE_FOLDER}<topic>/<snippet>.md"'
            yield f"{sentence.place}: advice that no program does, “{start}”: {mend}"
        else:
            mend = "end it with the mark of a claim, {{ shown.<snippet> }}, or do not set it in bold"
            yield f"{sentence.place}: nothing shows “{start}”: {mend}"
    for entry in unused:
        where = f"{UNBOUND_FILE}:{entry.line}: `{entry.name}`"
        yield f"{where}: no unbound sentence of docs/{entry.page} begins so; remove it"


def _included(page: str, text: str, snippets: Mapping[str, Snippet]) -> Iterator[BoundSentence]:
    """Yield the claims that a page includes as advice; each shows itself."""
    for match in INCLUDE.finditer(text):
        key = match.group(2).removeprefix(DEEP_ADVICE_FOLDER).removeprefix(ADVICE_FOLDER).removesuffix(".md")
        if match.group(2).startswith((ADVICE_FOLDER, DEEP_ADVICE_FOLDER)) and key in snippets:
            yield BoundSentence(
                page, line_of(text, match.start()), snippets[key].sentence, (snippets[key].name,), advice=True
            )


@cache
def _typed(page: str, text: str) -> tuple[BoundSentence, ...]:
    """Return a page's lead, its bold sentences, and the list items under “What to do”."""
    sentences: list[BoundSentence] = []
    heading, is_lead = "", False
    for match in BLOCK.finditer(blank(text, *SKIPPED)):
        block, line = match.group(), line_of(text, match.start())
        if title := HEADING_PARTS.match(block):
            heading, is_lead = title.group(2), len(title.group(1)) == 1  # the lead is what follows the page's title
        elif heading and not block.lstrip().startswith(NON_PROSE):
            sentences += _of_block(page, line, block, advice=heading == WHAT_TO_DO, lead=is_lead)
            is_lead = False
    return tuple(sentences)


def _of_block(page: str, line: int, block: str, *, advice: bool, lead: bool) -> Iterator[BoundSentence]:
    """Yield the sentences of one block: an item of advice, each bold sentence, or the whole block if it is the lead."""
    if advice and ITEM.match(block):
        yield BoundSentence(page, line, _without_markup(ITEM.sub("", block, count=1)), (), advice=True)
        return
    bold = [match for match in BOLD.finditer(block) if _is_sentence(match.group(1))]
    for match, following in zip_longest(bold, bold[1:]):  # a mark belongs to the bold sentence before it
        marks = tuple(MARK.findall(block[match.start() : following.start() if following else len(block)]))
        yield BoundSentence(page, line + block.count("\n", 0, match.start()), _without_markup(match.group(1)), marks)
    if lead and not bold:
        yield BoundSentence(page, line, _without_markup(block), tuple(MARK.findall(block)))


def _is_sentence(bold: str) -> bool:
    """Return whether text in bold asserts something: it is not a term, a label or a question."""
    text = _without_markup(bold)
    return len(text.split()) >= MIN_SENTENCE_WORDS and not text.endswith("?")


def _without_markup(text: str) -> str:
    """Return a text on one line without Markdown's signs and marks of claims; a quoted fact becomes “…”."""
    return " ".join(MARKUP.sub("", QUOTATION.sub("…", MARK.sub("", text))).split())


def _shortened(text: str, limit: int = 60) -> str:
    """Return the text's first words, at most `limit` characters of them."""
    return text if len(text) <= limit else f"{text[:limit].rsplit(' ', 1)[0]} …"
