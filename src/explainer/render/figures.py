"""Turn drawing functions into figures, and render each as HTML, which pages show by `{{ figure("name") }}`.

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
from explainer.render.svg import WIDTH, Drawing, coordinate
from explainer.render.templating import render

Facts: TypeAlias = dict[str, Any]
"""The facts of one run, by name."""


class _FactDict(dict[str, Any]):
    """Hold facts, or a part of them that is a dict. A missing key raises UserError, which names the run."""

    def __init__(self, items: dict[str, Any], run_name: str) -> None:
        super().__init__(items)
        self._run_name = run_name

    def __missing__(self, key: str) -> Any:
        raise UserError(f"{self._run_name} does not give {key!r}")


@dataclass(frozen=True)
class Figure:
    """Represent a function that draws: its name, its place in the source (file:line), and its docstring's two parts.

    `run_name` is `topic.snippet.slug` if the figure shows the facts of a single run, else "": a changed fact of that
    run is reported with the figure. `draw` raises UserError if the facts cannot be drawn.
    """

    name: str
    place: str
    title: str
    caption: str
    run_name: str
    draw: Callable[[Context], Drawing]


def context_figure() -> Callable[[Callable[[Context], Drawing]], Figure]:
    """Decorate a function that draws from the whole context."""
    return lambda function: _make_figure(function, "", function)


def figure_of_run(run_name: str) -> Callable[[Callable[[Facts], Drawing]], Figure]:
    """Decorate a function that draws from the facts of one run (`topic.snippet.slug`)."""
    return lambda function: _make_figure(function, run_name, lambda context: function(_facts_of_run(run_name, context)))


def _make_figure(function: Callable[..., Drawing], run_name: str, draw: Callable[[Context], Drawing]) -> Figure:
    title, _, caption = (function.__doc__ or "").partition("\n\n")
    # Right for modules that are imported from the repository's root. The line is that of the decorator.
    place = f"{function.__module__.replace('.', '/')}.py:{function.__code__.co_firstlineno}"
    return Figure(function.__name__, place, title, " ".join(caption.split()), run_name, draw)


def _facts_of_run(run_name: str, context: Context) -> Facts:
    """Return a run's recorded facts, which raise UserError for a key that they lack. Raise UserError if it has none."""
    topic, snippet_name, run_slug = run_name.split(".")
    run = context.record.run(f"{topic}/{snippet_name}", run_slug)
    if run is None:
        raise UserError(f"there are no facts of {run_name}")

    def convert(value: Any) -> Any:
        if isinstance(value, dict):
            return _FactDict({key: convert(item) for key, item in value.items()}, run_name)
        return [convert(item) for item in value] if isinstance(value, list) else value

    facts: Facts = convert(run.facts)
    return facts


def figure_views(context: Context, figures: Iterable[Figure]) -> tuple[dict[str, str], list[str]]:
    """Return the HTML of each figure by the name of its view, and the problems, a line each.

    Problems are figures that cannot be drawn, and captions with a typed number, which would stay when the facts change.
    """
    views: dict[str, str] = {}
    problems: list[str] = []
    for figure in figures:
        problems += prose.typed_numbers(figure.place, figure.caption)  # the figure is drawn all the same
        try:
            views[f"figure/{figure.name}"] = figure_html(figure, figure.draw(context))
        except UserError as error:
            problems.append(f"{figure.place}: `{figure.name}`: {error}")
    return views, problems


def figure_html(figure: Figure, drawing: Drawing) -> str:
    """Return a figure as HTML. It must have no empty line, at which Markdown would end the HTML."""
    return render(
        "figure.html",  # has no empty line; nor may the drawing's description have one
        figure=figure,
        anchor=f"figure-{slug(figure.name)}",
        width=WIDTH,
        height=coordinate(drawing.height),
        drawing=drawing,
        numbers=tables.fact_table(drawing.numbers),
    )
