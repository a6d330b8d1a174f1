"""What a page quotes: each `{{ facts.… }}` with its line, as the site's engines read it, by jinja2's own parser.

A page may declare a short name at its top, `{% set steps = facts.topic.claim %}`, and then write `{{ steps.norm }}`.
"""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.defaults import DEFAULT_NAMESPACE

# What scalars.yml has at its top.
TOPS = ("facts", "published", "since", "between", "spans", "tested", "counted", "shown", "deep")
# What else the site's engines offer to a page, by name.
OFFERED = {"config", "context", "environment", "extra", "files", "filters", "git", "macros", "navigation", "page"}
TAKEN = {*TOPS, *OFFERED, *DEFAULT_NAMESPACE, "loop"}
JINJA = Environment(autoescape=False)  # noqa: S701  # nothing is rendered here


@dataclass(frozen=True)
class Quote:
    """A page's mention of a fact (`facts.….pad_norm`) or of an artifact (`panels/….md`). `line` is from 1.

    `name` is the whole name, also where the page quotes by a short one. `digits` is what the page rounds it to, if it
    does.
    """

    page: str
    line: int
    name: str
    digits: int | None = None

    @property
    def place(self) -> str:
        """The page's path and the line."""
        return f"docs/{self.page}:{self.line}"


@dataclass
class PageQuotes:
    """What one page quotes, the short names that it declares and uses, and what is wrong with its names.

    `others` are names that it gives a value and that are no short names, such as those of a loop.
    """

    page: str
    quotes: list[Quote] = field(default_factory=list)
    short: dict[str, Quote] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    def walk(self, node: nodes.Node, digits: int | None = None) -> None:
        """Take note of every quote and of every short name in a part of the page."""
        if isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name) and (dotted := _dotted(node.node)):
            if whole := self._whole(dotted, node.lineno):
                self._declare(node.target.name, Quote(self.page, node.lineno, whole))
            else:
                self.others.add(node.target.name)
        elif dotted := _dotted(node):
            if whole := self._whole(dotted, node.lineno):
                self.quotes.append(Quote(self.page, node.lineno, whole, digits))
        else:
            if isinstance(node, nodes.Name | nodes.Macro):  # one that gets a value here
                self.others.add(node.name)
            for child in node.iter_child_nodes():
                self.walk(child, _digits(node))

    def _declare(self, name: str, declared: Quote) -> None:
        if name in TAKEN:
            self.problems.append(f"{declared.place}: `{name}` already means something to a page; choose another")
        elif name in self.short:
            first = self.short[name].line
            self.problems.append(f"{declared.place}: `{name}` is declared on line {first} already")
        else:
            self.short[name] = declared

    def _whole(self, dotted: str, line: int) -> str | None:
        """Return the whole name that an expression stands for; None if it is no name of what scalars.yml has."""
        top, dot, rest = dotted.partition(".")
        if top in TOPS:
            return dotted
        if top in self.short:
            self.used.add(top)
            return f"{self.short[top].name}{dot}{rest}"
        if top not in TAKEN | self.others:
            near = meant(top, [*TOPS, *self.short], 0.5)
            self.problems.append(f"docs/{self.page}:{line}: the page declares no name `{top}`{near}")
        return None


@cache
def read_quotes(page: str, text: str) -> PageQuotes:
    """Read a page's quotes and short names, in their order. A page that jinja2 cannot read quotes nothing."""
    found = PageQuotes(page)
    try:
        found.walk(JINJA.parse(text))
    except TemplateSyntaxError as error:
        found.problems.append(f"docs/{page}:{error.lineno}: the site's engine cannot read this: {error.message}")
    return found


def _dotted(node: nodes.Node) -> str | None:
    """Return an expression that is a name and its parts as it is written; None for any other."""
    if isinstance(node, nodes.Name) and node.ctx == "load":
        return node.name
    if isinstance(node, nodes.Getattr) and (before := _dotted(node.node)):
        return f"{before}.{node.attr}"
    return None


def _digits(node: nodes.Node) -> int | None:
    """Return what `| round(2)` rounds to."""
    args = node.args if isinstance(node, nodes.Filter) and node.name == "round" else []
    return args[0].value if args and isinstance(args[0], nodes.Const) else None


def quoted_facts(pages: dict[str, str]) -> list[Quote]:
    """Return every `{{ facts.… }}`, `{{ published.… }}` and so on in every page, under its whole name."""
    return [quote for page, text in pages.items() for quote in read_quotes(page, text).quotes]


def first_quote(pages: dict[str, str], fact: str) -> Quote | None:
    """Return the first sentence that quotes a fact, and to how many digits."""
    return next((quote for quote in quoted_facts(pages) if quote.name == fact), None)


def meant(name: str, known: Iterable[str], likeness: float) -> str:
    """Return the hint that a name of those known is probably meant; empty if none is alike."""
    near = difflib.get_close_matches(name, known, 1, likeness)
    return f"; did you mean {near[0]}?" if near else ""
