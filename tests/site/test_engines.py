"""A page shows every fact that it quotes; and mkdocs and ProperDocs show a reader the same words (long)."""

import difflib
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, StrictUndefined

from build_artifacts import extension
from explainer.inputs.pages import read_pages
from explainer.inputs.prose import JINJA_TAG, RAW_BLOCK
from explainer.inputs.quotes import all_quotes, read_quotes
from explainer.paths import Project
from explainer.pipeline.views import current_site
from tests.site.built import GENERATED, ROOT, addresses

PAGES = read_pages(ROOT)
# What a reader is told by an attribute: pictures, abbreviations, controls.
SPOKEN = ("alt", "title", "aria-label", "placeholder", "max", "data-times")


TAG = re.compile(r"""<[a-zA-Z/!](?:[^<>"']|"[^"]*"|'[^']*')*>""")
SHORT_NAME = re.compile(r"\{% set .*? %\}")  # a page declares it, and its quotes use it
SAID = re.compile(rf' (?:{"|".join(SPOKEN)})="([^"]*)"')


def article(html: str) -> str:
    """A page's article. Menus and footers are the theme's own."""
    return "<article" + html.partition("<article")[2].partition("</article>")[0]


def words(html: str) -> list[str]:
    """The article's text, whitespace aside. Nothing else is left out: the engines agree on all of it."""
    said = TAG.sub(lambda tag: "".join(f" {text} " for text in SAID.findall(tag[0])), article(html))
    return unescape(said).split()


def html_of(site: Path, page: str) -> str:
    path = site / page
    built = path.with_suffix(".html") if path.stem == "index" else path.with_suffix("") / "index.html"
    return built.read_text(encoding="utf-8")


def differences(ours: str, theirs: str) -> list[str]:
    """The words of two pages that are not the same, as a diff."""
    one, other = words(ours), words(theirs)
    return [] if one == other else list(difflib.unified_diff(one, other, "mkdocs", "properdocs", lineterm="", n=3))


@cache
def variables() -> dict[str, Any]:
    return current_site(Project(ROOT), extension()).context.variables


def declared(page: str) -> str:
    """What a page's quotes need before them: the short names that it declares."""
    return "".join(SHORT_NAME.findall(PAGES[page]))


def names_in(page: str, quote: str) -> set[str]:
    """The names that it quotes; a mark is not shown as it is written."""
    names = {one.name for one in read_quotes(page, declared(page) + quote).quotes}
    return {name for name in names if not name.startswith("claim.")}


def shown_facts(page: str) -> Iterator[tuple[str, str]]:
    """Each quote of a fact in a page, and what it must look like to the reader, formatted as the page asks."""
    environment = Environment(undefined=StrictUndefined, autoescape=False)  # noqa: S701  # no HTML is made
    for quote in JINJA_TAG.finditer(RAW_BLOCK.sub("", PAGES[page])):
        if quote.group(1) and names_in(page, quote.group()):
            yield quote.group(), environment.from_string(declared(page) + quote.group()).render(variables())


def missing_facts(page: str, html: str) -> list[str]:
    """The quotes of a page whose value is not in its article."""
    text = " ".join(words(html))
    return [
        f"{quote}: no {value}"
        for quote, value in shown_facts(page)
        if not re.search(rf"(?<![\w.,])(?:{re.escape(' '.join(value.split()))})(?![\w]|[.,]\d)", text)
    ]


@pytest.mark.parametrize("page", sorted(PAGES))
def test_a_page_shows_the_facts_that_it_quotes(page: str, site: Path) -> None:
    html = html_of(site, page)
    assert len(words(html)) > 50
    assert missing_facts(page, html) == []


@pytest.mark.long
def test_both_engines_show_the_same_words(site: Path, properdocs_site: Path) -> None:
    for page in PAGES:
        assert differences(html_of(site, page), html_of(properdocs_site, page)) == [], page


@pytest.mark.long
def test_both_engines_show_the_same_words_on_the_pages_that_the_build_writes(site: Path, properdocs_site: Path) -> None:
    written = [name for name in addresses(site) if name.startswith(GENERATED)]
    assert len(written) > 300
    for name in written:
        ours, theirs = ((built / name / "index.html").read_text(encoding="utf-8") for built in (site, properdocs_site))
        assert len(words(ours)) > 50, name
        assert differences(ours, theirs) == [], name


def test_every_fact_that_a_sentence_quotes_was_looked_for() -> None:
    looked_for = {name for page in PAGES for quote, _ in shown_facts(page) for name in names_in(page, quote)}
    assert looked_for
    quoted = {quote.name for quote in all_quotes(PAGES)}
    assert {name for name in quoted if not name.startswith("claim.")} == looked_for


def test_one_changed_number_is_found(site: Path) -> None:
    page = "padding/index.md"
    html = html_of(site, page)
    quote, value = next((quote, value) for quote, value in shown_facts(page) if re.fullmatch(r"\d+\.\d+", value))
    changed = re.sub(rf"(?<![\w.]){re.escape(value)}(?!\w)", f"{value}1", html)
    assert changed != html
    assert f"-{value}" in "\n".join(differences(html, changed))
    assert f"{quote}: no {value}" in missing_facts(page, changed)
    # In recorded output, too: there no sentence quotes it.
    html_changed = html.replace("its norm: 0.7674", "its norm: 0.7675", 1)
    assert html_changed != html
    assert differences(html, html_changed)


def test_a_changed_description_of_a_picture_is_found() -> None:
    assert differences('<article><img alt="a row"></article>', '<article><img alt="a column"></article>')
    assert not differences("<nav>menu</nav><article>a\nrow</article>", "<article>a row</article><nav>contents</nav>")
