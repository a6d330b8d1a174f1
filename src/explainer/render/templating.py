"""Fill in the Jinja2 templates of everything that is generated for readers; they escape each value as HTML.

Only values of the type `Markup` are not escaped. The filters below make them, and `safe` in two templates, which a
test lists.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from explainer.render import markup
from explainer.render.cells import CODE_BREAK, to_pieces

TEMPLATES_FOLDER = Path(__file__).parent / "templates"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,  # else Jinja checks the file's time on each use of a template
    )
    environment.filters |= {
        "markdown": Markup,  # a text that people wrote as Markdown, for a template that is Markdown
        "code": code_as_html,
        "fenced": lambda text, *options: Markup(markup.fenced(text, *options)),  # noqa: S704  # in a code block
        "indented": _indented,
        "inline_code": lambda text: Markup(markup.inline_code(text)),  # noqa: S704  # between backticks
        "words_only": lambda text: Markup(markup.words_only(text)),  # noqa: S704  # words_only escapes
        "slug": markup.slug,
        "words": markup.words,
    }
    return environment


@cache
def _indented(text: Markup) -> Markup:
    """Return a text with every line but the first indented by four spaces, as the content of a tab or an admonition."""
    # Jinja's own `indent` filter works line by line: with it a build took 5% longer.
    return Markup(re.sub(r"\n(?=[^\n])", "\n    ", text))  # noqa: S704  # text was Markup already


def code_as_html(text: str) -> Markup:
    """Return a text as HTML, with what is between backticks in <code>."""
    # mypy knows no attributes of a template's module.
    macro: Callable[..., Markup] = getattr(_environment().get_template("table.html").module, "pieces_html")  # noqa: B009
    return macro(to_pieces(text, CODE_BREAK))


def render(template_name: str, **values: Any) -> str:
    """Fill in a template of this folder, by its file's name. Raise jinja2's UndefinedError if it lacks a value."""
    return _environment().get_template(template_name).render(values)


def render_text(template_text: str, **values: Any) -> str:
    """Fill in a template that is given as text, such as one of the site's own, with the same filters."""
    return _compiled(template_text).render(values)


@cache
def _compiled(template_text: str) -> Template:
    return _environment().from_string(template_text)
