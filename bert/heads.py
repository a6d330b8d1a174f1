"""The two pre-training heads on their encoder: shapes, parameter counts, and the matrix in two places."""

from typing import Any

from bert.shapes import labelled, size
from explainer.render.figures.drawing import Box, Drawing, Material
from explainer.render.figures.svg import arrow, path, shape, text

# The modules, by their rows in the table.
WORDS, REST = "bert.embeddings.word_embeddings", "bert.embeddings, the rest"
LAYERS, POOLER = "bert.encoder", "bert.pooler"
TRANSFORM, DECODER, NSP = "cls.predictions.transform", "cls.predictions.decoder", "cls.seq_relationship"

# Their places: masked words on the left, the next sentence on the right.
LEFT, RIGHT = Box(30.0, 164, 164, 252), Box(206, 268, 150, 148)
PLACES = {
    WORDS: Box(LEFT.x, 6, LEFT.width, 60),
    REST: Box(RIGHT.x, 6, RIGHT.width, 60),
    LAYERS: Box(LEFT.x, 88, RIGHT.right - LEFT.x, 46),
    POOLER: Box(RIGHT.x, 164, RIGHT.width, 62),
    TRANSFORM: Box(LEFT.x + 10, LEFT.y + 28, LEFT.width - 20, 62),
    DECODER: Box(LEFT.x + 10, LEFT.y + 110, LEFT.width - 20, 64),
    NSP: Box(RIGHT.x + 10, RIGHT.y + 44, RIGHT.width - 20, 62),
}
BIAS = Box(LEFT.x + 10, LEFT.y + 194, LEFT.width - 20, 46)


def draw(material: Material) -> Drawing:
    """From a table `parts` (module, weight, parameters, tied to) and `layers`, `bias_values`, `heads_own`, `total`."""
    facts = material.facts
    parts = {row["module"]: row for row in facts["parts"]}
    count = {module: f"{row['parameters']:,}" for module, row in parts.items()}
    matrix = size(parts[WORDS]["weight"])
    tied = bool(parts[DECODER]["tied to"])
    same = "the same matrix" if tied else ""
    svg = [
        *(_tie() if tied else []),
        labelled("shared" if tied else "encoder", PLACES[WORDS], ["word_embeddings", matrix, count[WORDS]]),
        labelled("encoder", PLACES[REST], ["other embeddings", "position, type, norm", count[REST]]),
        *(arrow(PLACES[module].middle, PLACES[module].bottom, PLACES[LAYERS].y) for module in (WORDS, REST)),
        labelled("encoder", PLACES[LAYERS], [f"encoder, {facts['layers']} layers", count[LAYERS]]),
        *_onto(LEFT, "every position"),
        *_onto(PLACES[POOLER], "first position"),
        shape("frame", LEFT),
        text("cls.predictions", LEFT.middle, LEFT.y + 19, "name"),
        labelled("head", PLACES[TRANSFORM], ["transform", "dense, GELU, LayerNorm", count[TRANSFORM]]),
        arrow(LEFT.middle, PLACES[TRANSFORM].bottom, PLACES[DECODER].y),
        labelled("shared" if tied else "head", PLACES[DECODER], ["decoder.weight", matrix, same]),
        arrow(LEFT.middle, PLACES[DECODER].bottom, BIAS.y),
        labelled("bias", BIAS, ["bias", f"{facts['bias_values']:,}"]),
        labelled("encoder", PLACES[POOLER], ["pooler", "dense, tanh", count[POOLER]]),
        arrow(RIGHT.middle, PLACES[POOLER].bottom, RIGHT.y),
        shape("frame", RIGHT),
        text(NSP, RIGHT.middle, RIGHT.y + 19, "name"),
        labelled("head", PLACES[NSP], ["one linear layer", size(parts[NSP]["weight"]), count[NSP]]),
        arrow(LEFT.middle, LEFT.bottom, 442),
        arrow(RIGHT.middle, RIGHT.bottom, 442),
        text(f"{parts[WORDS]['weight'][0]:,} logits", LEFT.middle, 457, "name"),
        text("one for each token", LEFT.middle, 472, "small"),
        text(f"{parts[NSP]['weight'][0]} logits", RIGHT.middle, 457, "name"),
        text("is next, is random", RIGHT.middle, 472, "small"),
    ]
    return Drawing(svg, 480, _description(facts, count, tied), facts["parts"])


def _tie() -> list[str]:
    """A thick line from the word embedding to the decoder, along the left edge."""
    words, decoder = PLACES[WORDS], PLACES[DECODER]
    top, bottom = words.y + words.height / 2, decoder.y + decoder.height / 2
    way = f"M{words.x} {top}H20Q10 {top} 10 {top + 10}V{bottom - 10}Q10 {bottom} 20 {bottom}H{decoder.x}"
    middle = (top + bottom) / 2
    turned = f' transform="rotate(-90 22 {middle})"'
    return [path("tie", way), text("tied: one Parameter", 22, middle, "small", more=turned)]


def _onto(box: Box, which: str) -> list[str]:
    """The encoder's vectors on their way to what is above it."""
    return [arrow(box.middle, PLACES[LAYERS].bottom, box.y), text(which, box.middle + 8, 153, "small", "start")]


def _description(facts: dict[str, Any], count: dict[str, str], tied: bool) -> str:
    shared = "The decoder's weight is the word embedding's own matrix. " if tied else ""
    return (
        f"The encoder is embeddings, {facts['layers']} layers and a pooler. On every position stands cls.predictions: "
        f"a transform of {count[TRANSFORM]} parameters, the decoder, and a bias of {facts['bias_values']:,}. "
        f"{shared}On the pooler stands cls.seq_relationship, a linear layer of {count[NSP]}. The heads' own parameters "
        f"are {facts['heads_own']:,} of {facts['total']:,}."
    )
