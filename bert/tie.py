"""One matrix and its two readers, and what two ways of counting make of it."""

from typing import Any

from bert.shapes import labelled, shape, size
from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material
from explainer.render.figures.svg import number, path, text

MATRIX = Box(105, 4, 150, 62)
READERS = (Box(4, 82, 166, 50), Box(190, 82, 166, 50))
BARS, LONGEST = 190.0, 356.0  # where the bars start, from the top; how long the longest is
TALL = 24.0


def draw(material: Material) -> Drawing:
    """From `shape` of the matrix, `shared_values` in it, and two counts, `parameters` and `state_dict_values`.

    Raises KeyError if the longer count does not hold the matrix once more than the other: it would be no tie.
    """
    facts = material.facts
    once, twice, matrix = facts["parameters"], facts["state_dict_values"], facts["shared_values"]
    if twice < once + matrix or matrix > once:  # more than that has two names too: BERT's bias
        raise KeyError("state_dict_values must count the matrix once more than parameters")
    lookup, decoder = READERS
    svg = [
        labelled("shared", MATRIX, ["one Parameter", size(facts["shape"]), "a row a token"]),
        labelled("encoder", lookup, ["word_embeddings", "reads one row: E[id]"]),
        text("token ids → vectors", lookup.middle, lookup.bottom + 17, "small"),
        labelled("head", decoder, ["decoder", "reads all rows: h Eᵀ"]),
        text("vectors h → logits", decoder.middle, decoder.bottom + 17, "small"),
        _tie(lookup, MATRIX.x),
        _tie(decoder, MATRIX.right),
        *_bar("parameters(): each Parameter once", once, [matrix], twice, BARS),
        *_bar("state_dict(): each name", twice, [matrix, matrix], twice, BARS + 52),
    ]
    counts = {
        "the shared matrix": (matrix, 2 * matrix),
        "all else, with what has two names too": (once - matrix, twice - 2 * matrix),
        "all": (once, twice),
    }
    numbers = [{"counted": what, "parameters()": one, "state_dict()": other} for what, (one, other) in counts.items()]
    return Drawing(svg, BARS + 52 + TALL + 12, _description(facts), numbers)


def _tie(box: Box, side: float) -> str:
    middle = MATRIX.y + MATRIX.height / 2
    return path("tie", f"M{number(side)} {number(middle)}H{number(box.middle)}V{number(box.y)}")


def _bar(caption: str, count: int, matrices: list[int], longest: int, top: float) -> list[str]:
    """A count as a bar: the matrix as often as it is counted, and the rest, each as long as it is large."""
    parts = [("shared", matrix) for matrix in matrices] + [("encoder", count - sum(matrices))]
    drawn = [text(caption, 2, top - 8, "small", "start"), text(f"{count:,}", WIDTH - 2, top - 8, "small", "end")]
    x = 2.0
    for kind, values in parts:
        width = LONGEST * values / longest
        box = Box(x, top, width, TALL)
        word = "the matrix" if kind == "shared" else "all else"
        drawn += [shape(kind, box), text(word, box.middle, top + TALL / 2 + 4, "small")]
        x += width
    return drawn


def _description(facts: dict[str, Any]) -> str:
    vocabulary, hidden = facts["shape"]
    return (
        f"One Parameter of {vocabulary:,} rows and {hidden:,} columns, a row for each token, is tied to "
        "two modules. word_embeddings reads one row for each token id, and gives vectors. The decoder reads all rows, "
        "and turns a vector h into a logit for each token. Below, two bars: parameters() counts the matrix once, "
        f"{facts['parameters']:,} values in all, and state_dict() counts it under both names, "
        f"{facts['state_dict_values']:,} values."
    )
