"""Make figures of functions that draw, and render them as HTML that pages include as `figures/<name>.md`.

Readers see the function's docstring: its first line as the title, the rest as the caption. The drawing is inline SVG
with a description in words and its numbers as a table. The same facts give the same bytes.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from explainer.errors import UserError
from explainer.inputs import prose
from explainer.render import tables
from explainer.render.context import Context
from explainer.render.markup import slug
from explainer.render.svg import WIDTH, Drawing, number
from explainer.render.templating import render

Facts: TypeAlias = dict[str, Any]
"""The facts of one run, by name."""


@dataclass(frozen=True)
class Figure:
    """Represent a function that draws: its name, its place in the source (file:line), and its docstring's two parts.

    `run` (`topic.snippet.slug`) is the run whose facts it shows, or "". `draw` raises UserError if the facts cannot be
    drawn, and KeyError if one is missing.
    """

    name: str
    place: str
    title: str
    caption: str
    run: str
    draw: Callable[[Context], Drawing]


def figure(run: str = "") -> Callable[[Callable[[Context], Drawing]], Figure]:
    """Decorate a function that draws from the whole context; `run` names the run whose facts it shows, if it is one."""
    return lambda function: _figure(function, run, function)


def figure_of(run: str) -> Callable[[Callable[[Facts], Drawing]], Figure]:
    """Decorate a function that draws from the facts of one run (`topic.snippet.slug`)."""
    return lambda function: _figure(function, run, lambda context: function(_facts(run, context)))


def _figure(function: Callable[..., Drawing], run: str, draw: Callable[[Context], Drawing]) -> Figure:
    title, _, caption = (function.__doc__ or "").partition("\n\n")
    place = f"{function.__module__.replace('.', '/')}.py:{function.__code__.co_firstlineno}"
    return Figure(function.__name__, place, title, " ".join(caption.split()), run, draw)


def _facts(run: str, context: Context) -> Facts:
    topic, name, run_slug = run.split(".")
    recorded = context.record.run(f"{topic}/{name}", run_slug)
    if recorded is None:
        raise UserError(f"there are no facts of {run}")
    return recorded.facts


def figure_files(context: Context, drawings: Iterable[Figure]) -> tuple[dict[str, str], list[str]]:
    """Return the figures by artifact, and one line for each that cannot be drawn or has a number in its caption.

    A number that is typed into a caption would stay when the facts change.
    """
    files: dict[str, str] = {}
    problems: list[str] = []
    for figure in drawings:
        name, place = figure.name, figure.place
        problems += prose.typed_numbers(place, figure.caption)
        try:
            files[f"figures/{name}.md"] = figure_html(figure, figure.draw(context))
        except UserError as error:
            problems.append(f"{place}: `{name}`: {error}")
        except KeyError as error:
            problems.append(f"{place}: `{name}` needs {error}, which {figure.run or 'the record'} does not give")
    return files, problems


def figure_html(figure: Figure, drawing: Drawing) -> str:
    """Return a figure as HTML without an empty line, at which Markdown would end the HTML."""
    return render(
        "figure.html",
        figure=figure,
        anchor=f"figure-{slug(figure.name)}",
        width=WIDTH,
        height=number(drawing.height),
        drawing=drawing,
        numbers=tables.fact_table(drawing.numbers),
    )
