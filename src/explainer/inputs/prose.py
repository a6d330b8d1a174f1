"""Find prose in a page or another text, and the numbers and versions in it that somebody typed by hand."""

import re

JINJA_TAG = re.compile(r"\{\{(.*?)\}\}|\{%(.*?)%\}", re.DOTALL)
# Braces for readers, which no engine renders.
RAW_BLOCK = re.compile(r"\{%\s*raw\s*%\}.*?\{%\s*endraw\s*%\}", re.DOTALL)
DESCRIPTION = re.compile(r"\A---\n(?:(?!---$).*\n)*?description: (.+)\n", re.MULTILINE)
# A decimal, or an integer of four digits or more: in prose this is a measured number, which the page should quote.
TYPED_NUMBER = re.compile(r"(?<![\w.])[-−]?(?:\d*\.\d+|\d{4,}|\d{1,3}(?:,\d{3})+)(?![\d.]*\.\d)")
# `[text](address "title")`; the text may contain brackets.
LINK = re.compile(r"\[([^\]]*(?:\[[^\]]*\][^\]]*)*)\]\(([^)\s]*)(?:\s+\"[^\"]*\")?\)")
# An address on another site. A version in it, or in the text of a link to it, has that site as its source.
URL = re.compile(r"https?://\S+")
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
CODE_BLOCK = re.compile(r"^([ \t]*)(`{3,}|~{3,}).*?^\1\2[ \t]*$", re.DOTALL | re.MULTILINE)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# What `blank` removes before a search. The order matters: a code block may contain what looks like a quote.
NOT_PROSE = [
    FRONT_MATTER,
    CODE_BLOCK,
    RAW_BLOCK,
    JINJA_TAG,
    COMMENT,
    re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL),  # inline code
    LINK,  # with its text
    re.compile(r"<[a-z/][^>]*>", re.IGNORECASE),  # HTML tags
    URL,
]
# A version of three parts, or of two after the name of a library or “version”.
VERSION = re.compile(
    r"(?<![\w.])v?\d+(?:\.\d+){2,}(?![\w.]*\d)"
    r"|(?:\b(?:torch|PyTorch|transformers|Python|version)\s+|\bv)\d+\.\d+(?![\w.]*\d)",
    re.IGNORECASE,
)

VERSION_REMEDY = "quote `since`, `spans` or `tested`, or put it into a link to what says so"


def typed_numbers(place: str, text: str) -> list[str]:
    """Return a line, with `place` in front, for each typed version and each number in prose that looks measured."""
    prose = blank(text, *NOT_PROSE, VERSION)
    return typed_versions(place, text) + [
        f"{place}:{line_of(prose, match.start())}: the number {match.group()} is typed by hand; quote a fact instead"
        for match in TYPED_NUMBER.finditer(prose)
    ]


def typed_versions(place: str, text: str) -> list[str]:
    """Return a line for each version in prose, in a page's description, and in the text of a link within the site.

    A link to another site may contain one, because that site is its source.
    """
    description = DESCRIPTION.match(text)
    # pairs of a position in the text and the match; a description counts as the text's first line
    in_description = [(0, match) for match in VERSION.finditer(description[1])] if description else []
    in_prose = [(match.start(), match) for match in VERSION.finditer(blank(text, *NOT_PROSE))]
    own_links = [link for link in links(text) if not URL.match(link[2])]
    in_links = [(link.start(), match) for link in own_links for match in VERSION.finditer(link[1])]
    return [
        f"{place}:{line_of(text, position)}: the version {match.group()} is typed by hand; {VERSION_REMEDY}"
        for position, match in [*in_description, *in_prose, *in_links]
    ]


def links(text: str) -> list[re.Match[str]]:
    """Return the matches of LINK outside code: group 1 is a link's text, group 2 its address."""
    return list(LINK.finditer(blank(text, *(pattern for pattern in NOT_PROSE if pattern not in (LINK, URL)))))


def blank(text: str, *patterns: re.Pattern[str]) -> str:
    """Return the text with spaces where a pattern matches, so that lines and positions stay the same."""
    for pattern in patterns:
        text = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    return text


def line_of(text: str, position: int) -> int:
    """Return the line of a position in the text, from 1."""
    return text.count("\n", 0, position) + 1
