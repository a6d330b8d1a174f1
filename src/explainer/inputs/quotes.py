"""Read what a page quotes or shows: each `{{ facts.… }}` and `{{ program("…") }}` with its line, by jinja2's parser.

A page may declare a short name at its top, `{% set steps = facts.topic.claim %}`, and then write `{{ steps.norm }}`.
"""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.defaults import DEFAULT_NAMESPACE

# The site's variables; every quote begins with one of them.
QUOTE_ROOTS = ("facts", "published", "since", "between", "spans", "tested", "counted")
MARK = "claim"  # the macro of a claim's mark, `{{ claim("name") }}`
# The macros of what stands alone on a line, each with the number of names that it takes.
VIEWS = {
    "program": 1,
    "advice": 1,
    "table": 2,
    "joined": 1,
    "figure": 1,
    "said": 1,
    "numbers": 1,
    "measured": 1,
    "view": 1,
}
# Other names that mkdocs-macros defines in a page.
ENGINE_NAMES = {"config", "context", "environment", "extra", "files", "filters", "git", "macros", "navigation", "page"}
TAKEN = {*QUOTE_ROOTS, MARK, *VIEWS, *ENGINE_NAMES, *DEFAULT_NAMESPACE, "loop"}  # these mean something in every page
JINJA = Environment(autoescape=False)  # noqa: S701  # nothing is rendered here


@dataclass(frozen=True)
class Reference:
    """Hold where a page names a fact (`facts.….norm`) or a view (`program/…`). `line` is from 1."""

    page: str
    line: int
    name: str

    @property
    def place(self) -> str:
        """Return the page's path and the line, `docs/page.md:line`."""
        return f"docs/{self.page}:{self.line}"


@dataclass(frozen=True)
class Quote(Reference):
    """Hold a quote of a value; `name` is the full name, also if the page writes a short one."""


@dataclass
class PageQuotes:
    """Collect what one page quotes, the short names that it declares and uses, and problems of its names.

    `page_variables` are the page's other variables: of loops, macros, and `set` with a value that is no quote. Jinja's
    scopes are ignored: a loop's variable counts as known after the loop, too.
    """

    page: str
    quotes: list[Quote] = field(default_factory=list)
    views: list[Reference] = field(default_factory=list)
    short_names: dict[str, Quote] = field(default_factory=dict)
    used_short_names: set[str] = field(default_factory=set)
    page_variables: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    def walk(self, node: nodes.Node) -> None:
        """Collect every quote, view and short name below a node."""
        if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name in (MARK, *VIEWS):
            self._call(node, node.node.name)
        elif isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name) and (dotted := _dotted(node.node)):
            if full_name := self._resolve(dotted, node.lineno):
                self._declare(node.target.name, Quote(self.page, node.lineno, full_name))
            else:
                self.page_variables.add(node.target.name)
        elif dotted := _dotted(node):
            if full_name := self._resolve(dotted, node.lineno):
                self.quotes.append(Quote(self.page, node.lineno, full_name))
        else:
            if isinstance(node, nodes.Name | nodes.Macro):  # `_dotted` reads loaded names: this one is assigned
                self.page_variables.add(node.name)
            for child in node.iter_child_nodes():
                self.walk(child)

    def _call(self, node: nodes.Call, macro: str) -> None:
        """Add what a macro shows, or a problem if it is called with anything but the right number of names."""
        names = [child.value for child in node.args if isinstance(child, nodes.Const) and isinstance(child.value, str)]
        if len(names) != VIEWS.get(macro, 1) or len(names) != len(node.args) or node.kwargs:
            example = call_of(f"{macro}/" + "/".join(["…"] * VIEWS.get(macro, 1)))
            self.problems.append(f"docs/{self.page}:{node.lineno}: write {example}, with the name itself in quotes")
        elif macro == MARK:
            self.quotes.append(Quote(self.page, node.lineno, f"{MARK}.{names[0]}"))
        else:
            self.views.append(Reference(self.page, node.lineno, view_name(macro, *names)))

    def _declare(self, name: str, quote: Quote) -> None:
        """Add a short name for what is quoted, or a problem if the name is taken."""
        if name in TAKEN:
            self.problems.append(f"{quote.place}: `{name}` already means something to a page; choose another")
        elif name in self.short_names:
            first_line = self.short_names[name].line
            self.problems.append(f"{quote.place}: `{name}` is declared on line {first_line} already")
        else:
            self.short_names[name] = quote

    def _resolve(self, dotted: str, line: int) -> str | None:
        """Return the expression with its short name written out, and note that the short name is used.

        Return None if it begins with another name; add a problem if neither the page nor the engine knows that name.
        """
        first, dot, rest = dotted.partition(".")
        if first in QUOTE_ROOTS:
            return dotted
        if first in self.short_names:
            self.used_short_names.add(first)
            return f"{self.short_names[first].name}{dot}{rest}"
        if first not in TAKEN | self.page_variables:
            hint = did_you_mean(first, [*QUOTE_ROOTS, *self.short_names], 0.5)
            self.problems.append(f"docs/{self.page}:{line}: the page declares no name `{first}`{hint}")
        return None


@cache
def read_quotes(page: str, text: str) -> PageQuotes:
    """Return what a page quotes, in order; if jinja2 cannot read the page, only that problem.

    Do not change the result: every caller gets the same, cached one.
    """
    result = PageQuotes(page)
    try:
        result.walk(JINJA.parse(text))
    except TemplateSyntaxError as error:
        result.problems.append(f"docs/{page}:{error.lineno}: the site's engine cannot read this: {error.message}")
    return result


def view_name(macro: str, *names: str) -> str:
    """Return the name of what a macro shows: `table("topic/name", "fact")` → `table/topic/name/fact`."""
    return "/".join([macro, *names])


def call_of(view: str) -> str:
    """Return how a page shows a view; the inverse of `view_name`."""
    macro, _, rest = view.partition("/")
    names = rest.rsplit("/", VIEWS.get(macro, 1) - 1)
    arguments = ", ".join(f'"{name}"' for name in names)
    return f"{{{{ {macro}({arguments}) }}}}"


def _dotted(node: nodes.Node) -> str | None:
    """Return an expression such as `facts.topic.claim` as text; None for any other kind of expression.

    Of `facts["a"].b` only `facts` is read: the caller finds that below it.
    """
    if isinstance(node, nodes.Name) and node.ctx == "load":
        return node.name
    if isinstance(node, nodes.Getattr) and (parent := _dotted(node.node)):
        return f"{parent}.{node.attr}"
    return None


def all_quotes(pages: dict[str, str]) -> list[Quote]:
    """Return every quote in all pages: of facts, published numbers, releases, claims' marks and so on."""
    return [quote for page, text in pages.items() for quote in read_quotes(page, text).quotes]


def did_you_mean(name: str, known: Iterable[str], cutoff: float) -> str:
    """Return a hint with the most similar known name; empty if none reaches difflib's `cutoff`, from 0 to 1."""
    similar = difflib.get_close_matches(name, known, 1, cutoff)
    return f"; did you mean {similar[0]}?" if similar else ""
