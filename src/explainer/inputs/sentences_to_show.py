"""Find the sentences of a page that some claim must show: the page's lead, its bold sentences, and its advice.

Pages without a `{ .covers }` paragraph under the title are passed over.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path

from msgspec import field

from explainer.inputs.entries import CONTENT_FOLDER, ContentEntry, NonEmptyText, raise_if_any, read_entries
from explainer.inputs.pages import COVERS
from explainer.inputs.prose import CODE_BLOCK, COMMENT, FRONT_MATTER, RAW_BLOCK, blank, line_of
from explainer.inputs.quotes import VIEWS, call_of, read_quotes
from explainer.inputs.snippets import Snippet

EXEMPTIONS_FILE = f"{CONTENT_FOLDER}/unbound.yml"
MAX_EXEMPTIONS = 15  # our own choice, so that an exemption stays rare
MIN_SENTENCE_WORDS = 4  # fewer words in bold are a term or a label
ADVICE = "advice/"  # how the names of views of advice begin
VIEW_CALL = rf"\{{\{{ *(?:{'|'.join(VIEWS)})\("  # how a line begins that a view stands in
# The last one is the paragraph that says what the page covers.
NO_SENTENCES = (FRONT_MATTER, CODE_BLOCK, RAW_BLOCK, COMMENT, re.compile(r"^.+\n\{ \.covers\b.*$", re.MULTILINE))
# A paragraph, a list item or a heading. It ends before an empty line, or before a line that begins another block.
BLOCK = re.compile(
    rf"^(?=\S|[ \t]+\S).+?(?=\n[ \t]*(?:\n|[-*] |\d+\. |#|\||-+8<-+|{VIEW_CALL}|<|\Z)|\Z)", re.DOTALL | re.MULTILINE
)
LIST_ITEM = re.compile(r"[ \t]*(?:[-*]|\d+\.) +")
HEADING_PARTS = re.compile(r"(#+) (.*?)(?: \{.*\})?$")
ADVICE_HEADING = "What to do"
# How tables, HTML, views and includes begin.
NON_PROSE = re.compile(rf"\s*(?:#|\||<|\{{%|-+8<-|:::|\?\?\?|!!!|{VIEW_CALL})")
BOLD = re.compile(r"(?<![*\\])\*\*(?![\s*])(.+?)(?<![\s*])\*\*(?!\*)", re.DOTALL)
# A claim's mark, `{{ claim("NAME") }}`, with the space before it.
CLAIM_MARK = re.compile(r"""\s*\{\{ *claim\(["'](\w+)["']\) *\}\}""")
JINJA_EXPRESSION = re.compile(r"\{\{.*?\}\}", re.DOTALL)
MARKDOWN_SIGNS = re.compile(r"\]\([^)]*\)|\]\[[^\]]*\]|[*`\[\]]")


@dataclass(frozen=True)
class SentenceToShow:
    """Hold a sentence that some claim must show. `claim_names` are the snippets whose marks stand behind it.

    Without a name it is a fault, unless it is exempt. `is_advice`: it tells the reader what to do, so the page must
    include it from a claim.
    """

    page: str
    line: int
    text: str
    claim_names: tuple[str, ...]
    is_advice: bool = False

    @property
    def place(self) -> str:
        """Return the page's path and the line, `docs/page.md:line`."""
        return f"docs/{self.page}:{self.line}"


class Exemption(ContentEntry, frozen=True):
    """Permit one sentence without a claim: on which page, how the sentence begins, and why no claim can show it."""

    page: str
    begins_with: NonEmptyText = field(name="says")
    why: NonEmptyText


def read_exemptions(root: Path) -> list[Exemption]:
    """Return the exemptions of unbound.yml. Raise UserError for a bad field, or for more than MAX_EXEMPTIONS."""
    entries = read_entries(root, EXEMPTIONS_FILE, "unbound", Exemption)
    if len(entries) > MAX_EXEMPTIONS:
        where = f"{EXEMPTIONS_FILE}:{entries[-1].line}"
        raise_if_any([f"{where}: {len(entries)} exemptions, of {MAX_EXEMPTIONS}: bind a sentence or delete it"])
    return entries


def sentences_to_show(pages: Mapping[str, str], snippets: Iterable[Snippet]) -> list[SentenceToShow]:
    """Return every sentence that a claim must show, page by page, in the order of the text."""
    snippets_by_key = {snippet.key: snippet for snippet in snippets}
    return [
        sentence
        for page, text in pages.items()
        if COVERS.search(text)
        for sentence in sorted(
            [*_sentences_in_text(page, text), *_included_advice(page, text, snippets_by_key)],
            key=lambda each: each.line,
        )
    ]


def unshown_sentences(sentences: Iterable[SentenceToShow], exemptions: Iterable[Exemption]) -> Iterator[str]:
    """Yield a line for each sentence without a claim or an exemption, and for each exemption that nothing needs."""
    unused = list(exemptions)
    for sentence in sentences:
        if sentence.claim_names:
            continue
        start = _first_words(sentence.text)
        if matching := [
            entry for entry in unused if sentence.page == entry.page and sentence.text.startswith(entry.begins_with)
        ]:
            unused.remove(matching[0])  # an exemption is for one sentence
        elif sentence.is_advice:
            mend = f"show a claim whose program does it: {call_of(f'{ADVICE}<topic>/<snippet>')}"
            yield f"{sentence.place}: advice that no program does, “{start}”: {mend}"
        else:
            mend = f"end it with the mark of a claim, {call_of('claim/<snippet>')}, or do not set it in bold"
            yield f"{sentence.place}: nothing shows “{start}”: {mend}"
    for entry in unused:
        where = f"{EXEMPTIONS_FILE}:{entry.line}: `{entry.name}`"
        yield f"{where}: no unbound sentence of docs/{entry.page} begins so; remove it"


def _included_advice(page: str, text: str, snippets_by_key: Mapping[str, Snippet]) -> Iterator[SentenceToShow]:
    """Yield the sentence of each claim that the page shows as advice. It needs no mark: it is the claim's own.

    Unknown claims are left out here; `check_pages` reports them.
    """
    for view in read_quotes(page, text).views:
        if view.name.startswith(ADVICE) and (snippet := snippets_by_key.get(view.name.removeprefix(ADVICE))):
            yield SentenceToShow(page, view.line, snippet.sentence, (snippet.name,), is_advice=True)


@cache
def _sentences_in_text(page: str, text: str) -> tuple[SentenceToShow, ...]:
    """Return a page's lead, its bold sentences, and the list items under “What to do”; its paragraphs are no advice."""
    sentences: list[SentenceToShow] = []
    heading, lead_comes_next = "", False
    for match in BLOCK.finditer(blank(text, *NO_SENTENCES)):
        block, line = match.group(), line_of(text, match.start())
        if title := HEADING_PARTS.match(block):
            heading = title.group(2)
            lead_comes_next = title.group(1) == "#"  # the lead is what follows the page's title
        elif heading and not NON_PROSE.match(block):
            sentences += _sentences_of_block(
                page, line, block, in_advice=heading == ADVICE_HEADING, is_lead=lead_comes_next
            )
            lead_comes_next = False
    return tuple(sentences)


def _sentences_of_block(
    page: str, line: int, block: str, *, in_advice: bool, is_lead: bool
) -> Iterator[SentenceToShow]:
    """Yield the sentences of one block: an item of advice, each bold sentence, or the whole block if it is the lead."""
    if in_advice and LIST_ITEM.match(block):
        yield SentenceToShow(page, line, _without_markup(LIST_ITEM.sub("", block, count=1)), (), is_advice=True)
        return
    bold_sentences = [match for match in BOLD.finditer(block) if _is_sentence(match.group(1))]
    # A mark belongs to the bold sentence before it, even if a bold term or question stands between them.
    for match, following in zip_longest(bold_sentences, bold_sentences[1:]):
        marks = tuple(CLAIM_MARK.findall(block[match.start() : following.start() if following else len(block)]))
        yield SentenceToShow(page, line + block.count("\n", 0, match.start()), _without_markup(match.group(1)), marks)
    if is_lead and not bold_sentences:
        yield SentenceToShow(page, line, _without_markup(block), tuple(CLAIM_MARK.findall(block)))


def _is_sentence(bold_text: str) -> bool:
    """Return whether text in bold asserts something: it is not a term, a label or a question."""
    text = _without_markup(bold_text)
    return len(text.split()) >= MIN_SENTENCE_WORDS and not text.endswith("?")


def _without_markup(text: str) -> str:
    """Return a text on one line, without Markdown's signs and without claims' marks; a quoted value becomes “…”."""
    return " ".join(MARKDOWN_SIGNS.sub("", JINJA_EXPRESSION.sub("…", CLAIM_MARK.sub("", text))).split())


def _first_words(text: str, limit: int = 60) -> str:
    """Return the text's first words, at most `limit` characters of them."""
    return text if len(text) <= limit else f"{text[:limit].rsplit(' ', 1)[0]} …"
