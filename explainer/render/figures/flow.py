"""How a number gets onto a page: the stages, how many things are at each, and one fact on its way."""

from explainer.render.figures.drawing import Box, Drawing, Material
from explainer.render.figures.svg import arrow, label, shape, text

STEP = 84.0
HEIGHT = 48.0


def draw(material: Material) -> Drawing:
    """From the counts of the build, and `trace`: what one fact looks like at each stage."""
    count = {name: f"{value:,}" for name, value in material.counts.items()}
    trace = material.trace
    stages = [
        ("checkpoints.yml", f"{count['checkpoints']} checkpoints", "checked by sha256", trace["checkpoint"]),
        ("snippets/", f"{count['snippets']} claims", f"{count['runs']} runs, each a process", trace["source"]),
        ("facts.json", f"{count['facts']} values", "kept while they agree", trace["fact"]),
        ("docs/*.md", f"{count['quotes']} quotes, {count['panels']} panels", "by name; none is typed", trace["quote"]),
        ("the site", f"{count['pages']} pages", "the engine fills them in", trace["shown"]),
    ]
    parts: list[str] = []
    for index, (name, amount, note, example) in enumerate(stages):
        top = 6 + STEP * index
        box = Box(2, top, 128, HEIGHT)
        if index:
            parts.append(arrow(box.middle, top - STEP + HEIGHT, top))
        parts.append(shape("written" if index in (1, 3) else "made", box) + label(box, [name, amount]))
        parts.append(text(note, 140, top + 18, "small", "start"))
        parts.append(text(example, 140, top + 36, "name example", "start"))
    described = [f"{name}: {amount}, {note}; the example here: {example}" for name, amount, note, example in stages]
    numbers = [{"stage": stage[0], "how many": stage[1], "one fact on its way": stage[3]} for stage in stages]
    return Drawing(parts, 6 + STEP * len(stages) - (STEP - HEIGHT) + 6, "; ".join(described) + ".", numbers)
