"""Read what a page quotes: each `{{ facts.… }}` with its line, by jinja2's own parser, as mkdocs-macros does.

A page may declare a short name at its top, `{% set steps = facts.topic.claim %}`, and then write `{{ steps.norm }}`.
"""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.defaults import DEFAULT_NAMESPACE

# The top-level keys of scalars.yml: every quote begins with one of them.
QUOTE_ROOTS = ("facts", "published", "since", "between", "spans", "tested", "counted", "shown", "deep")
# Other names that mkdocs-macros and Zensical define in a page.
ENGINE_NAMES = {"config", "context", "environment", "extra", "files", "filters", "git", "macros", "navigation", "page"}
TAKEN = {*QUOTE_ROOTS, *ENGINE_NAMES, *DEFAULT_NAMESPACE, "loop"}  # no short name can be one of these
JINJA = Environment(autoescape=False)  # noqa: S701  # nothing is rendered here


@dataclass(frozen=True)
class Quote:
    """Hold a page's quote of a fact (`facts.….norm`), or an include of an artifact (`panels/….md`). `line` is from 1.

    `name` is the full name, also if the page uses a short one. `digits` are the decimals to which the page rounds it;
    None if it does not.
    """

    page: str
    line: int
    name: str
    digits: int | None = None

    @property
    def place(self) -> str:
        """Return the page's path and the line, `docs/page.md:line`."""
        return f"docs/{self.page}:{self.line}"


@dataclass
class PageQuotes:
    """Collect what one page quotes, the short names that it declares and uses, and problems of its names.

    `local_names` are variables that get another value in the page, such as those of a loop.
    """

    page: str
    quotes: list[Quote] = field(default_factory=list)
    short_names: dict[str, Quote] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    local_names: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    def walk(self, node: nodes.Node, digits: int | None = None) -> None:
        """Collect every quote and short name below a node; `digits` are those of a `round` filter around it."""
        if isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name) and (dotted := _dotted(node.node)):
            if full_name := self._full_name(dotted, node.lineno):
                self._declare(node.target.name, Quote(self.page, node.lineno, full_name))
            else:
                self.local_names.add(node.target.name)
        elif dotted := _dotted(node):
            if full_name := self._full_name(dotted, node.lineno):
                self.quotes.append(Quote(self.page, node.lineno, full_name, digits))
        else:
            if isinstance(node, nodes.Name | nodes.Macro):  # a Name that `_dotted` does not read is assigned here
                self.local_names.add(node.name)
            for child in node.iter_child_nodes():
                self.walk(child, _digits(node))

    def _declare(self, name: str, declared: Quote) -> None:
        """Add a short name for what `declared` quotes, or a problem if the name is taken."""
        if name in TAKEN:
            self.problems.append(f"{declared.place}: `{name}` already means something to a page; choose another")
        elif name in self.short_names:
            first = self.short_names[name].line
            self.problems.append(f"{declared.place}: `{name}` is declared on line {first} already")
        else:
            self.short_names[name] = declared

    def _full_name(self, dotted: str, line: int) -> str | None:
        """Return the full name that a dotted expression means; None if it is not a name in scalars.yml."""
        first, dot, rest = dotted.partition(".")
        if first in QUOTE_ROOTS:
            return dotted
        if first in self.short_names:
            self.used.add(first)
            return f"{self.short_names[first].name}{dot}{rest}"
        if first not in TAKEN | self.local_names:
            hint = did_you_mean(first, [*QUOTE_ROOTS, *self.short_names], 0.5)
            self.problems.append(f"docs/{self.page}:{line}: the page declares no name `{first}`{hint}")
        return None


@cache
def read_quotes(page: str, text: str) -> PageQuotes:
    """Return what a page quotes, in order; if jinja2 cannot read the page, only that problem."""
    result = PageQuotes(page)
    try:
        result.walk(JINJA.parse(text))
    except TemplateSyntaxError as error:
        result.problems.append(f"docs/{page}:{error.lineno}: the site's engine cannot read this: {error.message}")
    return result


def _dotted(node: nodes.Node) -> str | None:
    """Return an expression such as `facts.topic.claim` as text; None for any other kind of expression."""
    if isinstance(node, nodes.Name) and node.ctx == "load":
        return node.name
    if isinstance(node, nodes.Getattr) and (parent := _dotted(node.node)):
        return f"{parent}.{node.attr}"
    return None


def _digits(node: nodes.Node) -> int | None:
    """Return the 2 of a filter `| round(2)`; None for any other node."""
    args = node.args if isinstance(node, nodes.Filter) and node.name == "round" else []
    return args[0].value if args and isinstance(args[0], nodes.Const) else None


def quoted_facts(pages: dict[str, str]) -> list[Quote]:
    """Return every `{{ facts.… }}`, `{{ published.… }}` and so on in all pages, by full name."""
    return [quote for page, text in pages.items() for quote in read_quotes(page, text).quotes]


def first_quote(pages: dict[str, str], fact: str) -> Quote | None:
    """Return the first quote of a fact, by its full name; None if no page quotes it."""
    return next((quote for quote in quoted_facts(pages) if quote.name == fact), None)


def did_you_mean(name: str, known: Iterable[str], cutoff: float) -> str:
    """Return a hint with the most similar known name; empty if none reaches difflib's `cutoff`, from 0 to 1."""
    similar = difflib.get_close_matches(name, known, 1, cutoff)
    return f"; did you mean {similar[0]}?" if similar else ""
