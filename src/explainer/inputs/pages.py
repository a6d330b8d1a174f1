"""Read the pages, and check what they quote, what they show, and whether somebody typed a measured number."""

import re
from collections.abc import Iterator, Set
from itertools import accumulate
from pathlib import Path

from explainer.fact_values import PlainValue
from explainer.inputs.content import Term
from explainer.inputs.prose import DESCRIPTION, JINJA_TAG, NOT_PROSE, blank, line_of, typed_numbers
from explainer.inputs.quotes import VIEWS, Quote, Reference, all_quotes, call_of, did_you_mean, read_quotes
from explainer.inputs.snippets import Snippet
from explainer.inputs.text_files import read_text
from explainer.paths import GENERATED_FOLDERS

RELEASE_ROOTS = ("since.", "between.", "spans.")  # each followed by a claim; `tested` is followed by a library
QUOTED_RELEASE = re.compile(r"\{\{ *((?:since|between|spans|tested)(?:\.\w+)+) *\}\}")
# pymdownx.snippets' include, `--8<-- "FILE"`: group 2 is the file.
INCLUDE = re.compile(r"""^[ \t]*-+8<-+[ \t]+(["'])(.+?)\1""", re.MULTILINE)
PYTHON_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:\{[ \t]*\.)?py", re.MULTILINE)
TITLE = re.compile(r"^# (.*?)(?: \{.*\})?$", re.MULTILINE)
# A quote and a full stop that begin a line: if the value is an integer, Markdown takes it for a numbered list.
QUOTE_AS_ITEM = re.compile(r"^[ \t]*\{\{[^}]*\}\}[.)](?= )", re.MULTILINE)
AS_INTEGER = re.compile(r"\|\s*int\b")  # the filter
HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
# A title, and the paragraph under it that says what the page covers.
COVERS = re.compile(r"^# .*\n\n(?:.+\n)+\{ \.covers\b", re.MULTILINE)


def read_pages(root: Path) -> dict[str, str]:
    """Return the text of every page that a person writes, by path below `docs/`. Raise UserError if it is not UTF-8."""
    docs = root / "docs"
    names = [path.relative_to(docs) for path in sorted(docs.rglob("*.md"))]
    return {
        name.as_posix(): read_text(docs / name, root)
        for name in names
        if name.parts[0] not in GENERATED_FOLDERS and not name.parts[0].startswith(".")
    }


def title_of(text: str) -> str:
    """Return a page's first `#` heading, as Markdown; empty if it has none."""
    heading = TITLE.search(text)
    return heading.group(1) if heading else ""


def description_of(text: str) -> str:
    """Return the `description` in a page's front matter; empty if it has none."""
    description = DESCRIPTION.search(text)
    return description.group(1) if description else ""


def unlinked_terms(pages: dict[str, str], terms: list[Term]) -> list[str]:
    """Return a line for each term that a page uses before it links it to the glossary: `[logits][logit]`.

    Only pages one folder deep are checked, without the glossary itself: the links lead from that depth.
    """
    spellings = {term.anchor: "|".join(re.escape(word) for word in (term.name, *term.also)) for term in terms}
    pages_to_check = [page for page in pages if page.count("/") == 1 and not page.startswith("glossary/")]
    return [problem for page in pages_to_check for problem in _unlinked_on_page(page, pages[page], spellings)]


def _unlinked_on_page(page: str, text: str, spellings: dict[str, str]) -> list[str]:
    """Return the lines for one page; `spellings` maps a term's anchor to a pattern of its spellings."""
    problems: list[str] = []
    text = blank(text, COVERS, *NOT_PROSE, HEADING)
    for anchor, pattern in spellings.items():
        first = re.search(rf"(?<![\w-])(?:{pattern})(?![\w-])", text, re.IGNORECASE)
        link = re.search(rf"\[[^\]]+\]\[{re.escape(anchor)}\]", text)
        if first and (link is None or first.start() < link.start()):
            hint = f"link it at first use: [{first.group()}][{anchor}]"
            problems.append(f"docs/{page}:{line_of(text, first.start())}: `{first.group()}` is in the glossary; {hint}")
    return problems


def pages_without_covers(pages: dict[str, str]) -> list[str]:
    """Return a line for each page that does not say what it covers, although another page of its folder does."""
    sections = {page.partition("/")[0] for page, text in pages.items() if "/" in page and COVERS.search(text)}
    return [
        f"docs/{page}:{line_of(text, heading.start())}: say under the title what this page covers, as other pages of "
        f"{page.partition('/')[0]}/ do, with `{{ .covers }}` below"
        for page, text in pages.items()
        if page.partition("/")[0] in sections and not COVERS.search(text) and (heading := TITLE.search(text))
    ]


def shown_views(pages: dict[str, str]) -> list[Reference]:
    """Return every view that a page shows by a macro, and every recorded file that it includes with a `--8<--` line."""
    views = [view for page, text in pages.items() for view in read_quotes(page, text).views]
    files = [
        Reference(page, line_of(text, match.start()), match.group(2))
        for page, text in pages.items()
        for match in INCLUDE.finditer(text)
    ]
    return views + files


def where_quoted(pages: dict[str, str]) -> dict[str, list[str]]:
    """Return, by the name of a fact or a view, the places (`docs/page.md:line`) that quote or show it."""
    places: dict[str, list[str]] = {}
    for reference in [*all_quotes(pages), *shown_views(pages)]:
        places.setdefault(reference.name, []).append(reference.place)
    return places


def check_pages(
    pages: dict[str, str],
    quotable_values: dict[str, PlainValue],
    views: set[str],
    snippets: list[Snippet],
) -> list[str]:
    """Return a line for each problem of a page.

    `quotable_values` are what a sentence may quote, by dotted name; `views` are what a page may show.
    """
    # `facts`, `facts.topic` and so on
    prefixes = {part for name in quotable_values for part in accumulate(name.split("."), "{}.{}".format)}
    shown = shown_views(pages)
    problems = [_problem_of_view(view, views) for view in shown if view.name not in views]
    for page, text in pages.items():
        problems.extend(_bad_names(page, text, quotable_values, prefixes, snippets))
        problems.extend(typed_numbers(f"docs/{page}", text))
        problems.extend(
            f"docs/{page}:{line_of(text, match.start())}: code that nothing runs: make it a snippet, or a `do`"
            for match in PYTHON_FENCE.finditer(text)
        )
        problems.extend(_quotes_without_source(page, text, shown))
        problems.extend(_numbers_as_items(page, text, quotable_values))
    return problems


def bad_quotes(place: str, text: str, quotable_values: dict[str, PlainValue]) -> list[str]:
    """Return a line for each quote, in a text of content/, of anything but a known release.

    The build fills in only releases there.
    """
    return [
        f"{place}: `{quote.group()}` is no release that is known; here nothing else can be quoted"
        for quote in JINJA_TAG.finditer(text)
        if not (release := QUOTED_RELEASE.fullmatch(quote.group())) or release.group(1) not in quotable_values
    ]


def fill_releases(text: str, quotable_values: dict[str, PlainValue]) -> str:
    """Return a text of content/ with its quoted releases filled in; unknown ones stay as they are."""
    return QUOTED_RELEASE.sub(lambda quote: str(quotable_values.get(quote.group(1), quote.group())), text)


def _bad_names(
    page: str, text: str, quotable_values: dict[str, PlainValue], prefixes: Set[str], snippets: list[Snippet]
) -> Iterator[str]:
    """Yield a line for each bad short name, and for each quote of what does not exist.

    `prefixes` are what a short name may stand for: every quotable name, and every part of one from its start.
    """
    page_quotes = read_quotes(page, text)
    yield from page_quotes.problems
    unknown_starts: tuple[str, ...] = ()
    for name, quote in page_quotes.short_names.items():
        if line := _problem_of_quote(quote, prefixes, snippets):
            unknown_starts += (f"{quote.name}.",)
            yield line
        elif name not in page_quotes.used_short_names:
            yield f"{quote.place}: the short name `{name}` is never used; remove it"
    for quote in page_quotes.quotes:  # one line is enough for a short name that means nothing
        if f"{quote.name}.".startswith(unknown_starts):
            continue
        if line := _problem_of_quote(quote, quotable_values.keys(), snippets):
            yield line


def _problem_of_quote(quote: Quote, known_names: Set[str], snippets: list[Snippet]) -> str | None:
    """Return a line that says why a quote is of nothing that exists, and how to mend it; None if the name is known."""
    if quote.name in known_names:
        return None
    where = f"{quote.place}: `{quote.name}`"
    parts = quote.name.split(".")
    snippet = next((each for each in snippets if parts[1:3] == [each.topic, each.name]), None)
    if quote.name.startswith(RELEASE_ROOTS) and snippet:
        of_claim = (name for name in known_names if name.split(".")[1:3] == parts[1:3])
        releases = [name for name in of_claim if name.startswith(RELEASE_ROOTS)]
        hint = f"; there is {', '.join(releases)}" if releases else ""
        commands = f"`make versions CLAIMS={snippet.key}` and `make bisect CLAIMS={snippet.key}` find it"
        return f"{where} is not known{hint}; {commands}"
    # facts.topic.snippet.FACT, or facts.topic.snippet.checkpoint.FACT if the snippet runs on several checkpoints
    index = 4 if snippet and snippet.checkpoint_id else 3
    is_assigned = snippet is not None and len(parts) > index and parts[index] in snippet.assigned_names
    if snippet and is_assigned and not any(name.split(".")[: index + 1] == parts[: index + 1] for name in known_names):
        return f"{where} is no fact: {snippet.path} assigns `{parts[index]}`, but not a plain scalar or a tensor"
    return f"{where} does not exist{did_you_mean(quote.name, known_names, 0.5)}"


def _numbers_as_items(page: str, text: str, quotable_values: dict[str, PlainValue]) -> Iterator[str]:
    """Yield a line for each quoted integer that Markdown would take for the number of a list item."""
    quotes = read_quotes(page, text).quotes
    for match in QUOTE_AS_ITEM.finditer(text):
        first, last = line_of(text, match.start()), line_of(text, match.end())
        value = next((quotable_values.get(quote.name) for quote in quotes if first <= quote.line <= last), None)
        if AS_INTEGER.search(match.group()) or (isinstance(value, int) and not isinstance(value, bool)):
            yield f"docs/{page}:{first}: a number and a dot that begin a line are a list"


def _problem_of_view(view: Reference, views: set[str]) -> str:
    """Return a line on a view, or a recorded file, that does not exist."""
    if view.name.partition("/")[0] not in VIEWS:
        return f"{view.place}: nothing recorded is `{view.name}`{did_you_mean(view.name, views, 0.6)}"
    of_macro = {name: call_of(name) for name in views if name.partition("/")[0] == view.name.partition("/")[0]}
    call = call_of(view.name)
    return f"{view.place}: nothing is shown by {call}{did_you_mean(call, of_macro.values(), 0.6)}"


def _quotes_without_source(page: str, text: str, shown: list[Reference]) -> list[str]:
    """Return a line if the page quotes facts and does not say what they were measured on."""
    fact_quotes = [quote for quote in read_quotes(page, text).quotes if quote.name.startswith("facts.")]
    if fact_quotes and not any(view.page == page and view.name.startswith("measured/") for view in shown):
        return [f"{fact_quotes[0].place}: it quotes facts; say what they were measured on: {call_of('measured/…')}"]
    return []
