"""The templates that everything generated for a reader is written with: Jinja2, and whatever is put in is escaped."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from explainer.render import markup
from explainer.render.cells import pieces

FOLDER = Path(__file__).parent / "templates"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,  # or each use of a template looks at its file again
    )
    environment.filters |= {
        "markdown": Markup,  # a text that people wrote as Markdown, for a place that is Markdown
        "code": coded,
        "fenced": lambda text, *how: Markup(markup.fenced(text, *how)),  # noqa: S704  # a fence
        "indented": _indented,
        "inline_code": lambda text: Markup(markup.inline_code(text)),  # noqa: S704  # code
        "words_only": lambda text: Markup(markup.words_only(text)),  # noqa: S704  # it escapes
        "slug": markup.slug,
        "words": markup.words,
    }
    return environment


@cache
def _indented(text: Markup) -> Markup:
    """As what a box holds, but for the first line. Jinja's own filter, line by line, takes a twentieth of a build."""
    return Markup(re.sub(r"\n(?=[^\n])", "\n    ", text))  # noqa: S704  # it was


def coded(text: str) -> Markup:
    """A text as HTML, in which Markdown does not see the backticks."""
    written: Callable[..., Markup] = getattr(_environment().get_template("table.html").module, "written")  # noqa: B009
    return written(pieces(text))


def render(template: str, **values: Any) -> str:
    """One template of the folder, filled in. Raises jinja2's UndefinedError for a value that it is not given."""
    return _environment().get_template(template).render(values)


def render_text(template: str, **values: Any) -> str:
    """A template that a site brings, filled in by the same rules."""
    return _compiled(template).render(values)


@cache
def _compiled(template: str) -> Template:
    return _environment().from_string(template)
