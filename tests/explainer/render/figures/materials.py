"""What the engine's drawings are tested with, and what is true of every drawing."""

import re
from typing import Any
from xml.etree import ElementTree

from explainer.inputs.figures import Figure
from explainer.render.figures import DRAW, Draw, figure
from explainer.render.figures.drawing import WIDTH, Material

LINES: dict[str, Any] = {
    "curves": [{"step": 10 * i, "up & away": 0.1 * i, "down": -0.01 * i, "flat": 0.0} for i in range(12)],
    "curves_show": "height",
}
STEPS: dict[str, Any] = {
    "steps": [
        {"step": "first", "bytes": 4000, "is": "total"},
        {"step": "twice", "bytes": 1000, "is": "more"},
        {"step": "none", "bytes": 0, "is": "more"},
        {"step": "between", "bytes": 5000, "is": "total"},
        {"step": "once", "bytes": -1000, "is": "less"},
        {"step": "a little", "bytes": 1, "is": "more"},
        {"step": "last", "bytes": 4001, "is": "total"},
    ]
}
MARGINS: dict[str, Any] = {
    "margins": [
        {"from": -2, "to": -1, "ups & co": 0, "downs": 30},
        {"from": -1, "to": 0, "ups & co": 5, "downs": 10},
        {"from": 0, "to": 1, "ups & co": 20, "downs": 0},
    ],
    "margins_show": "a difference",
}
RELEASES: dict[str, Any] = {
    "columns": ["", "1", "2", ""],
    "lanes": [
        {
            "asks": "Is it a & b?",
            "stretches": [
                {"look": "absent", "word": "none", "from": "old 0.1", "at": 0},
                {"look": "wrong", "word": "twice", "from": "1.0", "at": 1},
                {"look": "right", "word": "once", "from": "1.1", "at": 2},
            ],
        }
    ],
}
TIMES: dict[str, Any] = {
    "curves": [
        {"times": 0, "some & all": 0.02, "late": ""},
        {"times": 1, "some & all": 0.001, "late": ""},
        {"times": 4, "some & all": 0.01, "late": 0.2},
        {"times": 64, "some & all": 0.1, "late": 0.02},
    ],
    "curves_show": "height",
}
CLOUD: dict[str, Any] = {
    "points": [{"word": f"w{i}", "times": 10**i, "bias": 0.5 * i - 1} for i in range(5)],
    "lines": [
        {"line": "through them", "from and to": [1.0, 10000.0], "bias": [-1.0, 1.0]},
        {"line": "another", "from and to": [1.0, 100.0, 1000.0], "bias": [-0.5, 0.0, 0.5]},
    ],
}
INTERVALS: dict[str, Any] = {
    "intervals": [
        {"dose": "one & half", "a": -0.1, "b": 0.3, "mean": 0.1, "from": -0.2, "to": 0.4},
        {"dose": "two", "a": 0.2, "b": 0.2, "mean": 0.2, "from": 0.2, "to": 0.2},
    ],
    "intervals_show": "a difference",
    "intervals_mean": ["less", "more"],
}
COUNTS = dict.fromkeys(("checkpoints", "snippets", "runs", "facts", "quotes", "panels", "pages"), 1234)
TRACE = dict.fromkeys(("checkpoint", "source", "fact", "quote", "shown"), "x = 1")
MATERIAL = {
    "flow": Material({}, COUNTS, TRACE),
    "lines": Material(LINES),
    "waterfall": Material(STEPS),
    "histogram": Material(MARGINS),
    "intervals": Material(INTERVALS),
    "releases": Material(RELEASES),
    "counts": Material(TIMES),
    "scatter": Material(CLOUD),
}


ENTRY = Figure("a_name", 1, "a-kind", "Title & more", "A caption.")


def drawn(draw: Draw, material: Material) -> str:
    return figure(ENTRY, draw(material))


def drawn_by_engine(kind: str) -> str:
    return drawn(DRAW[kind], MATERIAL[kind])


def check_that_it_is_whole(text: str) -> None:
    assert "\n\n" not in text  # Markdown would end the HTML there
    tree = ElementTree.fromstring(text.replace("<wbr>", ""))  # noqa: S314 (our own text)
    assert tree.find("details/table") is not None
    svg = tree.find("{*}svg")
    assert svg is not None
    assert svg.findtext("{*}title") == "Title & more"
    assert len(svg.findtext("{*}desc") or "") > 40
    assert svg.get("aria-labelledby") == "figure-a-name-title"


def check_that_nothing_leaves_it_and_no_text_is_tiny(text: str) -> None:
    height = float(re.findall(r'viewBox="0 0 360 ([\d.]+)"', text)[0])
    for x, y, width, tall in re.findall(
        r'<rect class="[\w -]+" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', text
    ):
        assert float(x) + float(width) <= WIDTH
        assert float(y) + float(tall) <= height
    assert "font-size" not in text  # sizes and colours are the style sheet's
    assert "#" not in re.sub("&#\\w+;", "", text)
