"""Chains of parts: what stands on what, a panel for each whole, in the colours and shapes of the parts' kinds.

Each whole has a root, on the left, and ways that lead from it through parts to the right. Wholes of the same parts
stand together. A part that is another's is ruled, and a thick line ties its two places. An `output` is words
alone. A part is noted with what it has beside its matrix, its `and`.
"""

from itertools import groupby, pairwise

from bert.shapes import alike, labelled, shape, size
from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, Row
from explainer.render.figures.svg import LINE, label, number, path, rule, stacked, text

ROOT = Box(2, 0, 72, 0)  # the root's place; how high it is depends on its ways
START, END, GAP = 90.0, WIDTH - 2.0, 14.0
LABEL, FRAME, INSET, NAME, BELOW = 15.0, 18.0, 5.0, 15.0, 26.0
PADDING = 9.0  # of a box, above and below its lines together
STRIP = 15.0  # the shared matrix in the root
LETTERS = 6.7  # how wide a letter of a name is


def draw(material: Material) -> Drawing:
    """From a table `parts`: whose, way, kind, part, shape, and, parameters, tied to. A whole's first row is its root.

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
        framed = FRAME if _modules(parts) else 0.0
        svg.append(text(way, START, y + 11, "small", "start"))
        boxes = _boxes(parts, y + LABEL + framed)
        svg += _frames(parts, boxes)
        svg += [_right(one.right, two.x, two.y + two.height / 2) for one, two in pairwise([ROOT, *boxes])]
        svg += [_part(part, parts, box) for part, box in zip(parts, boxes, strict=True)]
        ties += [(part["tied to"], box) for part, box in zip(parts, boxes, strict=True) if part["tied to"]]
        y += LABEL + framed + boxes[0].height + (INSET if framed else 0) + 8
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
    lines = [*root["part"].replace(" + ", "|+ ").split("|"), f"{root['parameters']:,}"]
    first = upper.y + upper.height / 2 - LINE * (len(lines) - 1) / 2 + 4
    note = "".join(stacked(lines, box.middle, first, LINE, "note", "middle"))
    strip = shape("shared", Box(box.x + 10, box.bottom - STRIP - 6, box.width - 20, STRIP)) if shared else ""
    return shape(root["kind"], box) + note + strip


def _boxes(parts: list[Row], top: float) -> list[Box]:
    """Boxes of one width, but a long name takes from the others what it needs."""
    count = max(len(parts), 2)  # one alone is as wide as one of two
    room = END - START - 2 * INSET - GAP * (count - 1)
    height = PADDING + LINE * max(len(_lines(part, parts)) for part in parts)
    needs = [LETTERS * (len(_name(part, parts)) + 1) for part in parts]
    wide = [need for need in needs if need > room / count]
    rest = (room - sum(wide)) / max(count - len(wide), 1)
    boxes: list[Box] = []
    for part, need in zip(parts, needs, strict=True):
        width = need if need in wide else rest
        if need > width or rest < 0:
            raise KeyError(f"{part['part']}: too long for its box")
        boxes.append(Box(boxes[-1].right + GAP if boxes else START + INSET, top, width, height))
    return boxes


def _modules(parts: list[Row]) -> set[str]:
    """The modules that have several of the parts: these have a frame."""
    owners = [part["part"].rpartition(".")[0] for part in parts]
    return {owner for owner in owners if owner and owners.count(owner) > 1}


def _name(part: Row, parts: list[Row]) -> str:
    """Its last name inside a frame, else all of it."""
    whole = str(part["part"])
    owner, _, name = whole.rpartition(".")
    return name if owner in _modules(parts) else whole


def _lines(part: Row, parts: list[Row]) -> list[str]:
    own = "shared" if part["tied to"] else f"{part['parameters']:,}"
    lines = [_name(part, parts), size(part["shape"]), part.get("and", ""), own]
    return [_name(part, parts)] if part["kind"] == "output" else list(dict.fromkeys(filter(None, lines)))


def _frames(parts: list[Row], boxes: list[Box]) -> list[str]:
    """A frame with its name around neighbours that belong to one module."""
    svg = []
    for module, group in groupby(zip(parts, boxes, strict=True), key=lambda pair: pair[0]["part"].rpartition(".")[0]):
        if module in _modules(parts):
            around = [box for _, box in group]
            left, right = around[0].x - INSET, around[-1].right + INSET
            frame = Box(left, around[0].y - FRAME, right - left, around[0].height + FRAME + INSET)
            svg += [shape("frame", frame), text(module, frame.x + 9, frame.y + 13, "name", "start")]
    return svg


def _part(part: Row, parts: list[Row], box: Box) -> str:
    lines = _lines(part, parts)
    return label(box, lines) if part["kind"] == "output" else labelled(part["kind"], box, lines)


def _right(start: float, end: float, y: float) -> str:
    """An arrow to the right."""
    tip = f"M{number(end - 6)} {number(y - 4)}L{number(end)} {number(y)}L{number(end - 6)} {number(y + 4)}"
    return path("arrow", f"M{number(start)} {number(y)}H{number(end)}{tip}")


def _description(names: list[str], root: Row, rows: list[Row]) -> str:
    ways = [f"on {way} {', then '.join(map(_in_words, parts))}" for way, parts in _ways(rows)]
    return f"{' and '.join(names)}: {root['part']}, {root['parameters']:,} parameters; {'; '.join(ways)}."


def _in_words(part: Row) -> str:
    if part["kind"] == "output":
        return str(part["part"])
    return f"{part['part']}, " + (f"tied to {part['tied to']}" if part["tied to"] else f"{part['parameters']:,}")
