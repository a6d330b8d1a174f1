"""Reads the pages: which facts they quote, what they include, and whether a measured number was typed by hand."""

import difflib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from explainer.inputs.content import Term
from explainer.inputs.prose import DESCRIPTION, NOT_PROSE, QUOTE, RAW, blank, line_of, typed_numbers
from explainer.inputs.snippets import Snippet
from explainer.inputs.yaml_files import read_text
from explainer.paths import GENERATED
from explainer.plain import Plain
from explainer.remembered import remembered

NAME = re.compile(r"\b(?:facts|published|since|between|spans|tested|counted)(?:\.\w+)+")
RELEASES = ("since.", "between.", "spans.")
RELEASE = re.compile(r"\{\{ *((?:since|between|spans|tested)(?:\.\w+)+) *\}\}")
ROUND = re.compile(r"\s*\|\s*round\((\d+)\)")
INCLUDE = re.compile(r"""^[ \t]*-+8<-+[ \t]+(["'])(.+?)\1""", re.MULTILINE)
TYPED_CODE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:\{[ \t]*\.)?py", re.MULTILINE)  # a fence that opens on Python
TITLE = re.compile(r"^# (.*?)(?: \{.*\})?$", re.MULTILINE)
BEGUN = re.compile(r"^[ \t]*\{\{[^}]*\}\}[.)](?= )", re.MULTILINE)  # a number there would begin a list
HEADING = re.compile(r"^#+ .*$", re.MULTILINE)


@dataclass(frozen=True)
class Quote:
    """A page's mention of a fact (`facts.….pad_norm`) or of an artifact (`panels/….md`). `line` is from 1.

    `digits` is what the page rounds it to, if it does.
    """

    page: str
    line: int
    name: str
    digits: int | None = None

    @property
    def place(self) -> str:
        """The page's path and the line."""
        return f"docs/{self.page}:{self.line}"


def read_pages(root: Path) -> dict[str, str]:
    """The text of every page that a person writes, by its name below `docs/`."""
    docs = root / "docs"
    names = [path.relative_to(docs) for path in sorted(docs.rglob("*.md"))]
    return {
        name.as_posix(): read_text(docs / name, root)
        for name in names
        if name.parts[0] not in GENERATED and not name.parts[0].startswith(".")
    }


def title_of(text: str) -> str:
    """A page's title: its first heading, as Markdown."""
    heading = TITLE.search(text)
    return heading.group(1) if heading else ""


def description_of(text: str) -> str:
    """What a page says of itself in its front matter; empty if it does not."""
    found = DESCRIPTION.search(text)
    return found.group(1) if found else ""


def quoted_facts(pages: dict[str, str]) -> list[Quote]:
    """Every `{{ facts.… }}` and `{{ published.… }}` in every page."""
    return [quote for page, text in pages.items() for quote in _quoted(page, text)]


@remembered(list[Quote])
def _quoted(page: str, text: str) -> list[Quote]:
    return [
        Quote(page, line_of(text, quote.start()), name.group(), int(rounded.group(1)) if rounded else None)
        for quote in QUOTE.finditer(blank(text, RAW))
        for name in NAME.finditer(quote.group())
        for rounded in [ROUND.match(quote.group(), name.end())]
    ]


def first_quote(pages: dict[str, str], fact: str) -> Quote | None:
    """The first sentence that quotes a fact, and to how many digits."""
    return next((quote for quote in quoted_facts(pages) if quote.name == fact), None)


def unlinked_terms(pages: dict[str, str], terms: list[Term]) -> list[str]:
    """One line for each page that uses a word of the glossary before it has linked it: `[logits][logit]`.

    The home page and the glossary are passed over: the one is too high up for the links, the other is where they lead.
    """
    words = {term.anchor: "|".join(re.escape(word) for word in (term.name, *term.also)) for term in terms}
    of_topics = [page for page in pages if page.count("/") == 1 and not page.startswith("glossary/")]
    return [problem for page in of_topics for problem in _unlinked(page, pages[page], json.dumps(words))]


@remembered(list[str])
def _unlinked(page: str, text: str, terms: str) -> list[str]:
    problems: list[str] = []
    text = blank(text, *NOT_PROSE, HEADING)
    for anchor, words in json.loads(terms).items():
        first = re.search(rf"(?<![\w-])(?:{words})(?![\w-])", text, re.IGNORECASE)
        link = re.search(rf"\[[^\]]+\]\[{re.escape(anchor)}\]", text)
        if first and (link is None or first.start() < link.start()):
            hint = f"link it at first use: [{first.group()}][{anchor}]"
            problems.append(f"docs/{page}:{line_of(text, first.start())}: `{first.group()}` is in the glossary; {hint}")
    return problems


def included(pages: dict[str, str]) -> list[Quote]:
    """Every artifact that a page includes with a `--8<--` line."""
    return [
        Quote(page, line_of(text, match.start()), match.group(2))
        for page, text in pages.items()
        for match in INCLUDE.finditer(text)
    ]


def where_quoted(pages: dict[str, str]) -> dict[str, list[str]]:
    """`facts.…` or artifact name → the places (`docs/page.md:line`) that show it."""
    places: dict[str, list[str]] = {}
    for quote in [*quoted_facts(pages), *included(pages)]:
        places.setdefault(quote.name, []).append(quote.place)
    return places


def check_pages(
    pages: dict[str, str],
    names: dict[str, Plain],
    artifacts: set[str],
    snippets: list[Snippet],
) -> list[str]:
    """One line for each thing wrong in the pages.

    `names` are the dotted names that a sentence may quote, `artifacts` the files that a page may include.
    """
    quotes = quoted_facts(pages)
    includes = included(pages)
    problems = [line for quote in quotes if (line := _bad_quote(quote, names, snippets))]
    problems += [
        f"{include.place}: there is no artifact `{include.name}`{_meant(include.name, artifacts, 0.6)}"
        for include in includes
        if include.name not in artifacts
    ]
    for page, text in pages.items():
        problems.extend(typed_numbers(f"docs/{page}", text))
        problems.extend(
            f"docs/{page}:{line_of(text, match.start())}: code that nothing runs: make it a snippet, or a `do`"
            for match in TYPED_CODE.finditer(text)
        )
        problems.extend(_unsourced(page, quotes, includes))
        problems.extend(
            f"docs/{page}:{line_of(text, match.start())}: a number and a dot that begin a line are a list"
            for match in BEGUN.finditer(text)
            if _is_count(match.group(), names)
        )
    return problems


def bad_quotes(place: str, text: str, names: dict[str, Plain]) -> list[str]:
    """One line for each quotation outside the pages that is no release: there the build fills in nothing else."""
    return [
        f"{place}: `{quote.group()}` is no release that is known; here nothing else can be quoted"
        for quote in QUOTE.finditer(text)
        if not (bare := RELEASE.fullmatch(quote.group())) or bare.group(1) not in names
    ]


def filled(text: str, names: dict[str, Plain]) -> str:
    """A text outside the pages with its quotations filled in; unknown ones stay as they are."""
    return RELEASE.sub(lambda quote: str(names.get(quote.group(1), quote.group())), text)


def _bad_quote(quote: Quote, names: dict[str, Plain], snippets: list[Snippet]) -> str | None:
    if quote.name in names:
        return None
    where = f"{quote.place}: `{quote.name}`"
    parts = quote.name.split(".")
    if quote.name.startswith(RELEASES) and (key := "/".join(parts[1:3])) in {s.key for s in snippets}:
        kind = [name for name in names if ".".join(parts[1:3]) in name and name.startswith(RELEASES)]
        there = f"; there is {', '.join(kind)}" if kind else ""
        return f"{where} is not known{there}; `make versions CLAIMS={key}` and `make bisect CLAIMS={key}` find it"
    snippet = next((s for s in snippets if parts[1:3] == [s.topic, s.name]), None)
    assigns = snippet is not None and len(parts) > 4 and parts[4] in snippet.assigned
    if snippet and assigns and not any(name.startswith(".".join(parts[:5])) for name in names):
        return f"{where} is no fact: {snippet.path} assigns `{parts[4]}`, but not a plain scalar or a tensor"
    return f"{where} does not exist{_meant(quote.name, names, 0.5)}"


def _is_count(quote: str, names: dict[str, Plain]) -> bool:
    """Whether a quotation shows a whole number."""
    name = NAME.search(quote)
    value = names.get(name.group()) if name else None
    return "int" in quote or (isinstance(value, int) and not isinstance(value, bool))


def _meant(name: str, known: Iterable[str], likeness: float) -> str:
    near = difflib.get_close_matches(name, known, 1, likeness)
    return f"; did you mean {near[0]}?" if near else ""


def _unsourced(page: str, quotes: list[Quote], includes: list[Quote]) -> list[str]:
    here = [quote for quote in quotes if quote.page == page and quote.name.startswith("facts.")]
    if here and not any(include.page == page and include.name.startswith("measured/") for include in includes):
        return [f'{here[0].place}: it quotes facts; say what they were measured on: --8<-- "measured/….md"']
    return []
