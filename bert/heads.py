"""The two pre-training heads on their encoder: shapes, parameter counts, and the matrix in two places."""

from typing import Any

from explainer.render.figures.drawing import Box, Drawing, Material, arrow, counted, labelled, shape, text

LEFT, RIGHT = (30.0, 164.0), (206.0, 150.0)  # x and width of the two columns
WORDS, REST, LAYERS, POOLER = (
    "bert.embeddings.word_embeddings",
    "bert.embeddings, the rest",
    "bert.encoder",
    "bert.pooler",
)
TRANSFORM, DECODER, NSP = "cls.predictions.transform", "cls.predictions.decoder", "cls.seq_relationship"


def draw(material: Material) -> Drawing:
    """From a table `parts` (module, weight, parameters, tied to) and `layers`, `bias_values`, `heads_own`, `total`."""
    facts = material.facts
    parts = {row["module"]: row for row in facts["parts"]}
    count = {module: counted(row["parameters"]) for module, row in parts.items()}
    vocabulary, hidden = parts[WORDS]["weight"]
    matrix = f"{counted(vocabulary)} × {counted(hidden)}"
    tied = bool(parts[DECODER]["tied to"])

    words, rest = Box(LEFT[0], 6, LEFT[1], 60), Box(RIGHT[0], 6, RIGHT[1], 60)
    layers = Box(LEFT[0], 88, RIGHT[0] + RIGHT[1] - LEFT[0], 46)
    mlm, nsp = Box(LEFT[0], 164, LEFT[1], 252), Box(RIGHT[0], 268, RIGHT[1], 148)
    pooler = Box(RIGHT[0], 164, RIGHT[1], 62)
    transform, decoder, bias = (
        Box(mlm.x + 10, mlm.y + top, mlm.width - 20, height) for top, height in ((28, 62), (110, 64), (194, 46))
    )
    relationship = Box(nsp.x + 10, nsp.y + 44, nsp.width - 20, 62)

    svg = [
        *_tie(words, decoder, tied),
        labelled("shared" if tied else "encoder", words, ["word_embeddings", matrix, count[WORDS]]),
        labelled("encoder", rest, ["other embeddings", "position, type, norm", count[REST]]),
        arrow(words.middle, words.bottom, layers.y),
        arrow(rest.middle, rest.bottom, layers.y),
        labelled("encoder", layers, [f"encoder, {facts['layers']} layers", count[LAYERS]]),
        arrow(mlm.middle, layers.bottom, mlm.y),
        text("every position", mlm.middle + 8, 153, "small", "start"),
        arrow(pooler.middle, layers.bottom, pooler.y),
        text("first position", pooler.middle + 8, 153, "small", "start"),
        shape("frame", mlm),
        text("cls.predictions", mlm.middle, mlm.y + 19, "name"),
        labelled("head", transform, ["transform", "dense, GELU, LayerNorm", count[TRANSFORM]]),
        arrow(decoder.middle, transform.bottom, decoder.y),
        labelled("shared" if tied else "head", decoder, ["decoder.weight", matrix, "the same matrix" if tied else ""]),
        arrow(bias.middle, decoder.bottom, bias.y),
        labelled("bias", bias, ["bias", counted(facts["bias_values"])]),
        labelled("encoder", pooler, ["pooler", "dense, tanh", count[POOLER]]),
        arrow(nsp.middle, pooler.bottom, nsp.y),
        shape("frame", nsp),
        text(NSP, nsp.middle, nsp.y + 19, "name"),
        labelled("head", relationship, ["one linear layer", _by(parts[NSP]["weight"]), count[NSP]]),
        arrow(mlm.middle, mlm.bottom, 442),
        arrow(nsp.middle, nsp.bottom, 442),
        text(f"{counted(vocabulary)} logits", mlm.middle, 457, "name"),
        text("one for each token", mlm.middle, 472, "small"),
        text(f"{parts[NSP]['weight'][0]} logits", nsp.middle, 457, "name"),
        text("is next, is random", nsp.middle, 472, "small"),
    ]
    return Drawing(svg, 480, _words(facts, parts, tied), facts["parts"])


def _tie(words: Box, decoder: Box, tied: bool) -> list[str]:
    if not tied:
        return []
    top, bottom = words.y + words.height / 2, decoder.y + decoder.height / 2
    path = f"M{words.x} {top}H20Q10 {top} 10 {top + 10}V{bottom - 10}Q10 {bottom} 20 {bottom}H{decoder.x}"
    middle = (top + bottom) / 2
    turned = f' transform="rotate(-90 22 {middle})"'
    return [f'<path class="tie" d="{path}"/>', text("tied: one Parameter", 22, middle, "small", more=turned)]


def _by(weight: list[int]) -> str:
    return f"{counted(weight[0])} × {counted(weight[1])}"


def _words(facts: dict[str, Any], parts: dict[str, Any], tied: bool) -> str:
    shared = "The decoder's weight is the word embedding's own matrix. " if tied else ""
    return (
        f"The encoder is embeddings, {facts['layers']} layers and a pooler. On every position stands cls.predictions: "
        f"a transform of {counted(parts[TRANSFORM]['parameters'])} parameters, the decoder, and a bias of "
        f"{counted(facts['bias_values'])}. {shared}On the pooler stands cls.seq_relationship, a linear layer of "
        f"{counted(parts[NSP]['parameters'])}. The heads' own parameters are {counted(facts['heads_own'])} of "
        f"{counted(facts['total'])}."
    )
