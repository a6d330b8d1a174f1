"""What is prose in a page, or in a sentence elsewhere, and which numbers and releases are typed there by hand."""

import re

QUOTE = re.compile(r"\{\{(.*?)\}\}|\{%(.*?)%\}", re.DOTALL)
RAW = re.compile(r"\{%\s*raw\s*%\}.*?\{%\s*endraw\s*%\}", re.DOTALL)  # braces that are shown, not rendered
DESCRIPTION = re.compile(r"\A---\n(?:(?!---$).*\n)*?description: (.+)\n", re.MULTILINE)
# A decimal, or a number of four digits or more: in prose it was measured, or it is a typing error.
TYPED = re.compile(r"(?<![\w.])[-−]?(?:\d*\.\d+|\d{4,}|\d{1,3}(?:,\d{3})+)(?![\d.]*\.\d)")
# A link as Markdown writes it; its text may hold brackets.
LINK = re.compile(r"\[([^\]]*(?:\[[^\]]*\][^\]]*)*)\]\(([^)\s]*)(?:\s+\"[^\"]*\")?\)")
URL = re.compile(r"https?://\S+")  # of another site, which may be the source of a release; a page of ours quotes it
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
CODE_BLOCK = re.compile(r"^([ \t]*)(`{3,}|~{3,}).*?^\1\2[ \t]*$", re.DOTALL | re.MULTILINE)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# What is not prose, blanked before the search; the order matters.
NOT_PROSE = [
    FRONT_MATTER,
    CODE_BLOCK,
    RAW,
    QUOTE,
    COMMENT,
    re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL),  # inline code
    LINK,  # its text too
    re.compile(r"<[a-z/][^>]*>", re.IGNORECASE),  # HTML tags
    URL,
]
# A version of three parts, or of two beside the name of what has it.
VERSION = re.compile(
    r"(?<![\w.])v?\d+(?:\.\d+){2,}(?![\w.]*\d)"
    r"|(?:\b(?:torch|PyTorch|transformers|Python|version)\s+|\bv)\d+\.\d+(?![\w.]*\d)",
    re.IGNORECASE,
)

SOURCES = "quote `since`, `spans` or `tested`, or put it into a link to what says so"


def typed_numbers(place: str, text: str) -> list[str]:
    """One line for each measured-looking number that stands in prose, a page's or a ledger's, and for each version."""
    prose = blank(text, *NOT_PROSE, VERSION)
    return typed_versions(place, text) + [
        f"{place}:{line_of(prose, match.start())}: the number {match.group()} is typed by hand; quote a fact instead"
        for match in TYPED.finditer(prose)
    ]


def typed_versions(place: str, text: str) -> list[str]:
    """One line for each version in prose, in what a page says of itself, and in a link to another page of ours.

    A link to another site may hold one: that site says so. A page of ours quotes it from the record.
    """
    described = DESCRIPTION.match(text)
    own = [(0, match) for match in VERSION.finditer(described[1])] if described else []
    prose = [(match.start(), match) for match in VERSION.finditer(blank(text, *NOT_PROSE))]
    inside = [link for link in links(text) if not URL.match(link[2])]
    linked = [(link.start(), match) for link in inside for match in VERSION.finditer(link[1])]
    return [
        f"{place}:{line_of(text, at)}: the version {match.group()} is typed by hand; {SOURCES}"
        for at, match in [*own, *prose, *linked]
    ]


def links(text: str) -> list[re.Match[str]]:
    """The links of a page or a sentence, with their text and where they lead; code is left out."""
    return list(LINK.finditer(blank(text, *(pattern for pattern in NOT_PROSE if pattern not in (LINK, URL)))))


def blank(text: str, *patterns: re.Pattern[str]) -> str:
    """The text with spaces where a pattern matches; lines and places stay."""
    for pattern in patterns:
        text = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    return text


def line_of(text: str, position: int) -> int:
    """The line of a place in the text, from 1."""
    return text.count("\n", 0, position) + 1
