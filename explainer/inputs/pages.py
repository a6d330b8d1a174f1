"""Reads the pages: which facts they quote, what they include, and whether a measured number was typed by hand."""

import re
from collections.abc import Iterator, Set
from itertools import accumulate
from pathlib import Path

from explainer.inputs.content import Term
from explainer.inputs.prose import DESCRIPTION, NOT_PROSE, QUOTE, blank, line_of, typed_numbers
from explainer.inputs.quotes import Quote, meant, quoted_facts, read_quotes
from explainer.inputs.snippets import Snippet
from explainer.inputs.yaml_files import read_text
from explainer.paths import GENERATED
from explainer.plain import Plain

RELEASES = ("since.", "between.", "spans.")
RELEASE = re.compile(r"\{\{ *((?:since|between|spans|tested)(?:\.\w+)+) *\}\}")
INCLUDE = re.compile(r"""^[ \t]*-+8<-+[ \t]+(["'])(.+?)\1""", re.MULTILINE)
TYPED_CODE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:\{[ \t]*\.)?py", re.MULTILINE)  # a fence that opens on Python
TITLE = re.compile(r"^# (.*?)(?: \{.*\})?$", re.MULTILINE)
BEGUN = re.compile(r"^[ \t]*\{\{[^}]*\}\}[.)](?= )", re.MULTILINE)  # a number there would begin a list
HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
COVERS = re.compile(r"^# .*\n\n(?:.+\n)+\{ \.covers\b", re.MULTILINE)  # the line under a title that says what was run


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


def unlinked_terms(pages: dict[str, str], terms: list[Term]) -> list[str]:
    """One line for each page that uses a word of the glossary before it has linked it: `[logits][logit]`.

    The home page and the glossary are passed over: the one is too high up for the links, the other is where they lead.
    """
    words = {term.anchor: "|".join(re.escape(word) for word in (term.name, *term.also)) for term in terms}
    of_topics = [page for page in pages if page.count("/") == 1 and not page.startswith("glossary/")]
    return [problem for page in of_topics for problem in _unlinked(page, pages[page], words)]


def _unlinked(page: str, text: str, terms: dict[str, str]) -> list[str]:
    problems: list[str] = []
    text = blank(text, COVERS, *NOT_PROSE, HEADING)
    for anchor, words in terms.items():
        first = re.search(rf"(?<![\w-])(?:{words})(?![\w-])", text, re.IGNORECASE)
        link = re.search(rf"\[[^\]]+\]\[{re.escape(anchor)}\]", text)
        if first and (link is None or first.start() < link.start()):
            hint = f"link it at first use: [{first.group()}][{anchor}]"
            problems.append(f"docs/{page}:{line_of(text, first.start())}: `{first.group()}` is in the glossary; {hint}")
    return problems


def misplaced_marks(pages: dict[str, str]) -> Iterator[str]:
    """Yield a line for each mark whose link would start from another folder: its word depends on the page's depth."""
    for page, text in pages.items():
        right, wrong = ("deep", "shown") if page.count("/") > 1 else ("shown", "deep")
        for quote in read_quotes(page, text).quotes:
            if quote.name.startswith(f"{wrong}."):
                name = quote.name.partition(".")[2]
                yield f"{quote.place}: `{quote.name}`: on a page as deep as this one, write {{{{ {right}.{name} }}}}"


def uncovered(pages: dict[str, str]) -> list[str]:
    """One line for each page that does not say under its title what it covers, where another one of its folder does."""
    said = {page.partition("/")[0] for page, text in pages.items() if "/" in page and COVERS.search(text)}
    return [
        f"docs/{page}:{line_of(text, heading.start())}: say under the title what this page covers, as other pages of "
        f"{page.partition('/')[0]}/ do, with `{{ .covers }}` below"
        for page, text in pages.items()
        if page.partition("/")[0] in said and not COVERS.search(text) and (heading := TITLE.search(text))
    ]


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
    beginnings = {part for name in names for part in accumulate(name.split("."), "{}.{}".format)}
    includes = included(pages)
    problems = [
        f"{include.place}: there is no artifact `{include.name}`{meant(include.name, artifacts, 0.6)}"
        for include in includes
        if include.name not in artifacts
    ]
    for page, text in pages.items():
        problems.extend(_bad_names(page, text, names, beginnings, snippets))
        problems.extend(typed_numbers(f"docs/{page}", text))
        problems.extend(
            f"docs/{page}:{line_of(text, match.start())}: code that nothing runs: make it a snippet, or a `do`"
            for match in TYPED_CODE.finditer(text)
        )
        problems.extend(_unsourced(page, text, includes))
        problems.extend(_begun(page, text, names))
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


def _bad_names(
    page: str, text: str, names: dict[str, Plain], beginnings: Set[str], snippets: list[Snippet]
) -> Iterator[str]:
    """Return one line for each short name that is unfit, and for each quote of what is not there."""
    found = read_quotes(page, text)
    yield from found.problems
    unknown: list[str] = []
    for name, declared in found.short.items():
        if line := _bad_quote(declared, beginnings, snippets):
            unknown.append(declared.name)
            yield line
        elif name not in found.used:
            yield f"{declared.place}: the short name `{name}` is never used; remove it"
    for quote in found.quotes:
        if not quote.name.startswith(tuple(unknown)) and (line := _bad_quote(quote, names.keys(), snippets)):
            yield line


def _bad_quote(quote: Quote, names: Set[str], snippets: list[Snippet]) -> str | None:
    if quote.name in names:
        return None
    where = f"{quote.place}: `{quote.name}`"
    parts = quote.name.split(".")
    snippet = next((one for one in snippets if parts[1:3] == [one.topic, one.name]), None)
    if quote.name.startswith(RELEASES) and snippet:
        kind = [name for name in names if ".".join(parts[1:3]) in name and name.startswith(RELEASES)]
        there = f"; there is {', '.join(kind)}" if kind else ""
        ways = f"`make versions CLAIMS={snippet.key}` and `make bisect CLAIMS={snippet.key}` find it"
        return f"{where} is not known{there}; {ways}"
    fact = 4 if snippet and snippet.parameter else 3  # where its name stands, behind that of the run if there are many
    assigns = snippet is not None and len(parts) > fact and parts[fact] in snippet.assigned
    if snippet and assigns and not any(name.startswith(".".join(parts[: fact + 1])) for name in names):
        return f"{where} is no fact: {snippet.path} assigns `{parts[fact]}`, but not a plain scalar or a tensor"
    return f"{where} does not exist{meant(quote.name, names, 0.5)}"


def _begun(page: str, text: str, names: dict[str, Plain]) -> Iterator[str]:
    """Return one line for each quote of a whole number that Markdown would take for the number of a list's entry."""
    quotes = read_quotes(page, text).quotes
    for match in BEGUN.finditer(text):
        first, last = line_of(text, match.start()), line_of(text, match.end())
        value = next((names.get(quote.name) for quote in quotes if first <= quote.line <= last), None)
        if "int" in match.group() or (isinstance(value, int) and not isinstance(value, bool)):
            yield f"docs/{page}:{first}: a number and a dot that begin a line are a list"


def _unsourced(page: str, text: str, includes: list[Quote]) -> list[str]:
    here = [quote for quote in read_quotes(page, text).quotes if quote.name.startswith("facts.")]
    if here and not any(include.page == page and include.name.startswith("measured/") for include in includes):
        return [f'{here[0].place}: it quotes facts; say what they were measured on: --8<-- "measured/….md"']
    return []
