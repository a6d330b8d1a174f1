"""Render a figure from facts, and check what must be true of every figure."""

import re
from typing import Any
from xml.etree import ElementTree

from explainer.render.figures import Figure, figure_views
from explainer.render.svg import WIDTH
from tests.explainer.parts import context, run


def drawn(figure: Figure, facts: dict[str, Any]) -> str:
    """Return the figure from the facts of its run, as a page shows it. Raise ValueError if it has problems."""
    topic, name, slug = figure.run_name.split(".")
    recorded = context(runs={f"{topic}/{name}": {slug: run(facts)}})
    files, problems = figure_views(recorded, [figure])
    if problems:
        raise ValueError("\n".join(problems))
    assert (files, problems) == figure_views(recorded, [figure])  # pure: the same facts, the same bytes
    (text,) = files.values()
    return text


def check(text: str, figure: Figure) -> None:
    """Check that a figure is well-formed, that no rectangle lies outside of it, and that it sets no size or colour."""
    assert "\n\n" not in text  # Markdown would end the HTML there
    tree = ElementTree.fromstring(text.replace("<wbr>", ""))  # noqa: S314 (our own text)
    assert tree.find("details/table") is not None
    assert tree.findtext("figcaption") == figure.caption != ""
    svg = tree.find("{*}svg")
    assert svg is not None
    assert svg.findtext("{*}title") == figure.title != ""
    assert len(svg.findtext("{*}desc") or "") > 40
    assert svg.get("aria-labelledby") == f"figure-{figure.name.replace('_', '-')}-title"
    height = float(re.findall(r'viewBox="0 0 360 ([\d.]+)"', text)[0])
    for x, y, width, box_height in re.findall(
        r'<rect class="[\w -]+" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', text
    ):
        assert float(x) + float(width) <= WIDTH
        assert float(y) + float(box_height) <= height
    assert "font-size" not in text  # sizes and colours are the style sheet's
    assert "#" not in re.sub("&#\\w+;", "", text)
