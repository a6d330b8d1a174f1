"""Chains of parts: what stands on what, a panel for each whole, in the colours and shapes of the parts' kinds.

Each whole has a root, on the left, and ways that lead from it through parts to the right. Wholes of the same parts
stand together. A part that is another's is ruled, and a thick line ties its two places.
"""

from itertools import groupby, pairwise

from bert.shapes import alike, labelled, shape, size
from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, Row
from explainer.render.figures.svg import number, path, rule, stacked, text

ROOT = Box(2, 0, 72, 0)  # the root's place; how high it is depends on its ways
START, END, GAP = 90.0, WIDTH - 2.0, 14.0
BOX, LABEL, FRAME, INSET, NAME, BELOW = 54.0, 15.0, 18.0, 5.0, 15.0, 26.0
STRIP = 15.0  # the shared matrix in the root
LETTERS = 6.7  # how wide a letter of a name is


def draw(material: Material) -> Drawing:
    """From a table `parts`: whose, way, kind, part, shape, parameters, tied to. A whole's first row is its root.

    Raises KeyError for a name that is too long for its box.
    """
    table: list[Row] = material.facts["parts"]
    svg: list[str] = []
    y = 0.0
    told = []
    for names, (root, *rows) in alike(table):
        if y:
            svg.append(rule(y))
        svg += stacked(names, 2, y + NAME, NAME, "name")
        parts, y = _whole(root, rows, y + NAME * len(names) + 6)
        svg += parts
        told.append(_description(names, root, rows))
    return Drawing(svg, y, " ".join(told), table)


def _ways(rows: list[Row]) -> list[tuple[str, list[Row]]]:
    ways = [(way, list(group)) for way, group in groupby(rows, key=lambda row: str(row["way"]))]
    return sorted(ways, key=lambda pair: any(row["tied to"] for row in pair[1]))


def _whole(root: Row, rows: list[Row], top: float) -> tuple[list[str], float]:
    """One panel and where it ends."""
    y, svg, ties = top, [], []
    for way, parts in _ways(rows):
        framed = FRAME if any("." in part["part"] for part in parts) else 0.0
        svg.append(text(way, START, y + 11, "small", "start"))
        boxes = _boxes(len(parts), y + LABEL + framed)
        svg += _frames(parts, boxes)
        svg += [_right(one.right, two.x, two.y + BOX / 2) for one, two in pairwise([ROOT, *boxes])]
        svg += [_part(part, box) for part, box in zip(parts, boxes, strict=True)]
        ties += [(part["tied to"], box) for part, box in zip(parts, boxes, strict=True) if part["tied to"]]
        y += LABEL + framed + BOX + (INSET if framed else 0) + 8
    box = Box(ROOT.x, top + 4, ROOT.width, y - 8 - top - 4)
    drawn = [_root(root, box, shared=bool(ties))]
    for tied, end in ties:
        low = box.bottom + 12
        way = f"M{number(box.middle)} {number(box.bottom)}V{number(low)}H{number(end.middle)}V{number(end.bottom)}"
        drawn += [path("tie", way), text(f"tied: {tied}", box.middle, low + 14, "small", "start")]
        y += BELOW
    return drawn + svg, y + 4


def _root(root: Row, box: Box, *, shared: bool) -> str:
    """The root's box; the matrix that it shares is a ruled strip at its bottom."""
    upper = Box(box.x, box.y, box.width, box.height - (STRIP + 8 if shared else 0))
    first = upper.y + upper.height / 2 - 3
    name = text(root["part"], box.middle, first, "name")
    note = text(f"{root['parameters']:,}", box.middle, first + 15, "note")
    strip = shape("shared", Box(box.x + 10, box.bottom - STRIP - 6, box.width - 20, STRIP)) if shared else ""
    return shape(root["kind"], box) + name + note + strip


def _boxes(count: int, top: float) -> list[Box]:
    count_at_least = max(count, 2)  # one alone is as wide as one of two
    width = (END - START - 2 * INSET - GAP * (count_at_least - 1)) / count_at_least
    return [Box(START + INSET + (width + GAP) * index, top, width, BOX) for index in range(count)]


def _frames(parts: list[Row], boxes: list[Box]) -> list[str]:
    """A frame with its name around neighbours that belong to one module."""
    svg = []
    for module, group in groupby(zip(parts, boxes, strict=True), key=lambda pair: pair[0]["part"].rpartition(".")[0]):
        if module:
            around = [box for _, box in group]
            left, right = around[0].x - INSET, around[-1].right + INSET
            frame = Box(left, around[0].y - FRAME, right - left, BOX + FRAME + INSET)
            svg += [shape("frame", frame), text(module, frame.x + 9, frame.y + 13, "name", "start")]
    return svg


def _part(part: Row, box: Box) -> str:
    name = part["part"].rpartition(".")[2]
    if len(name) * LETTERS > box.width:
        raise KeyError(f"{name}: too long for its box")
    own = "shared" if part["tied to"] else f"{part['parameters']:,}"
    return labelled(part["kind"], box, list(dict.fromkeys([name, size(part["shape"]), own])))


def _right(start: float, end: float, y: float) -> str:
    """An arrow to the right."""
    tip = f"M{number(end - 6)} {number(y - 4)}L{number(end)} {number(y)}L{number(end - 6)} {number(y + 4)}"
    return path("arrow", f"M{number(start)} {number(y)}H{number(end)}{tip}")


def _description(names: list[str], root: Row, rows: list[Row]) -> str:
    ways = [f"on {way} {', then '.join(map(_in_words, parts))}" for way, parts in _ways(rows)]
    return f"{' and '.join(names)}: {root['part']}, {root['parameters']:,} parameters; {'; '.join(ways)}."


def _in_words(part: Row) -> str:
    return f"{part['part']}, " + (f"tied to {part['tied to']}" if part["tied to"] else f"{part['parameters']:,}")
