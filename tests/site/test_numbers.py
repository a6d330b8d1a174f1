"""Numbers on a page have one form: a minus sign, which is no hyphen, and no space before a percent sign."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.site.built import GENERATED, addresses, pages, read

# Words of others: what a release printed or a thread says, and the lines of a program.
QUOTED = (*GENERATED, "what-changed/", "what-people-say/", "loading/two-threads/", "artifacts/")
HYPHEN, SPACE = re.compile(r"(?<![\w.\-–])-\d[\d.,]*"), re.compile(r"\d\s%")


class Words(HTMLParser):
    """The words of a page's article, without code, quotations and figures."""

    ASIDE = ("pre", "code", "samp", "script", "style", "svg", "option", "blockquote", "q")

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._article, self._aside = False, 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 (the names are the parser's)
        self._article = self._article or tag == "article"
        self._aside += tag in self.ASIDE
        if tag in ("p", "td", "th", "li", "div"):
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._article = self._article and tag != "article"
        self._aside -= tag in self.ASIDE

    def handle_data(self, data: str) -> None:
        if self._article and not self._aside:
            self.words.append(data)


def odd_numbers(html: str) -> list[str]:
    parser = Words()
    parser.feed(html)
    text = "".join(parser.words)
    return [*HYPHEN.findall(text), *SPACE.findall(text)]


def test_numbers_have_one_form(site: Path) -> None:
    ours = [path for path in addresses(site) if not path.startswith(QUOTED) and not path.endswith(".html")]
    odd = {path: found for path in ours if (found := odd_numbers(read(site / path / "index.html")))}
    assert odd == {}


@pytest.mark.parametrize(
    ("html", "odd"),
    [
        ("a cosine of -0.5", ["-0.5"]),
        ("<table><tr><td>−0.5<td>-3", ["-3"]),
        ("36 %", ["6 %"]),
        ("36%, a cosine of −0.5, <code>-100</code>, 4.55-4.57, all-MiniLM-L6, <b>−1</b>", []),
    ],
)
def test_that_another_form_would_be_seen(html: str, odd: list[str]) -> None:
    assert odd_numbers(f"<p>-1 %</p><article>{html}</article>") == odd


def test_no_page_leads_to_a_repository_that_the_build_does_not_know(site: Path) -> None:
    """The word led to the glossary, which said that the top of each page leads there: it did not."""
    assert [path for path in pages(site) if "glossary/#repository" in read(path)] == []
