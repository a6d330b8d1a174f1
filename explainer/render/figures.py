"""A figure is a function that draws. A page includes it as `figures/<name>.md`.

The function's docstring is what readers see, in plain text: the title, and after an empty line the caption. It becomes
inline SVG, with a description in words and the numbers as a table. The same facts give the same bytes.
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


@dataclass(frozen=True)
class Figure:
    """A function that draws, with what it says of itself: its name, its place (file:line), its title and caption.

    `run`, topic.snippet.run, is the one whose facts it shows. `draw` raises UserError for what cannot be drawn, and
    KeyError for a fact that is missing.
    """

    name: str
    place: str
    title: str
    caption: str
    run: str
    draw: Callable[[Context], Drawing]


def figure(run: str = "") -> Callable[[Callable[[Context], Drawing]], Figure]:
    """Make a figure of a function from all that is rendered; `run` says whose facts it shows."""
    return lambda function: _figure(function, run, function)


def figure_of(run: str) -> Callable[[Callable[[Facts], Drawing]], Figure]:
    """Make a figure of a function from the facts of one run."""
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
    """Return the figures, and one line for each that cannot be drawn or has a number typed into its caption."""
    files: dict[str, str] = {}
    problems: list[str] = []
    for one in drawings:
        problems += prose.typed_numbers(one.place, one.caption)
        try:
            files[f"figures/{one.name}.md"] = as_html(one, one.draw(context))
        except UserError as error:
            problems.append(f"{one.place}: `{one.name}`: {error}")
        except KeyError as error:
            problems.append(f"{one.place}: `{one.name}` needs {error}, which {one.run or 'the record'} does not give")
    return files, problems


def as_html(figure: Figure, drawing: Drawing) -> str:
    """Return a figure as HTML that Markdown leaves alone: no blank line in it."""
    return render(
        "figure.html",
        figure=figure,
        anchor=f"figure-{slug(figure.name)}",
        width=WIDTH,
        height=number(drawing.height),
        drawing=drawing,
        numbers=tables.facts(drawing.numbers),
    )
