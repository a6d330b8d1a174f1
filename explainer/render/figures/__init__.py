"""Figures: inline SVG from facts, with a title, a description and the numbers as a table. The same bytes twice."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from explainer.inputs.figures import Figure
from explainer.render.figures import flow, histogram, intervals, lines, releases, scatter, waterfall
from explainer.render.figures.drawing import WIDTH, Drawing, Material
from explainer.render.figures.svg import number
from explainer.render.markup import slug
from explainer.render.tables import facts
from explainer.render.templating import render

Draw: TypeAlias = Callable[[Material], Drawing]

DRAW: Mapping[str, Draw] = {
    "flow": flow.draw,
    "lines": lines.draw,
    "waterfall": waterfall.draw,
    "histogram": histogram.draw,
    "intervals": intervals.draw,
    "releases": releases.draw,
    "scatter": scatter.draw,
}
"""What `draw:` in figures.yml may say on any site. Each raises KeyError for a fact that it needs and is not given."""


def figure(entry: Figure, drawing: Drawing) -> str:
    """One figure as HTML that Markdown leaves alone: no blank line in it. Its title and caption are plain text."""
    return render(
        "figure.html",
        kind=entry.draw,
        anchor=f"figure-{slug(entry.name)}",
        width=WIDTH,
        height=number(drawing.height),
        title=entry.title,
        caption=entry.caption.strip(),
        drawing=drawing,
        numbers=facts(drawing.numbers),
    )
