"""The figures of a model's parts: what tying shares, what becomes of heads, and which class has which."""

import textwrap
from itertools import groupby, pairwise

from bert.shapes import shape
from explainer.errors import UserError
from explainer.render import svg
from explainer.render.figures import Facts, figure_of
from explainer.render.svg import WIDTH, Box, Drawing, Row

NAME = 15.0  # a line of the names that head a part of a figure


def size(matrix: list[int]) -> str:
    """Write the shape of a matrix."""
    return " × ".join(f"{length:,}" for length in matrix)


def alike(table: list[Row]) -> list[tuple[list[str], list[Row]]]:
    """Return the names in the first column, those with the same rows together, and these rows without that column."""
    whose = next(iter(table[0]))
    found: dict[str, tuple[list[str], list[Row]]] = {}
    for name, group in groupby(table, key=lambda row: str(row[whose])):
        rows = [{key: value for key, value in row.items() if key != whose} for row in group]
        found.setdefault(repr(rows), ([], rows))[0].append(name)
    return list(found.values())


# One matrix and its two readers, and what two ways of counting make of it.

MATRIX = Box(105, 4, 150, 62)
READERS = (Box(4, 82, 166, 50), Box(190, 82, 166, 50))
BARS, LONGEST, TALL = (
    190.0,
    356.0,
    24.0,
)  # where the bars start, from the top; how long the longest is; how tall all are


@figure_of("weight_tying.decoder_weight_is_the_embedding.once")
def one_matrix_two_readers(facts: Facts) -> Drawing:
    """One matrix, its two readers, and two ways to count it

    BertForPreTraining at all-MiniLM's size. The bars are to scale. state_dict() lists the bias under two names as
    well, but that is too small to see here.
    """
    # Draw the `shape` of the matrix, the `shared_values` in it, and two counts: `parameters`, `state_dict_values`.
    once, twice, matrix = facts["parameters"], facts["state_dict_values"], facts["shared_values"]
    if twice < once + matrix or matrix > once:  # more than that has two names too: BERT's bias
        raise UserError("state_dict_values must count the matrix once more than parameters")
    lookup, decoder = READERS
    middle = MATRIX.y + MATRIX.height / 2
    parts = [
        shape("shared", MATRIX) + svg.label(MATRIX, ["one Parameter", size(facts["shape"]), "a row a token"]),
        shape("encoder", lookup) + svg.label(lookup, ["word_embeddings", "reads one row: E[id]"]),
        svg.text("token ids → vectors", lookup.middle, lookup.bottom + 17, "small"),
        shape("head", decoder) + svg.label(decoder, ["decoder", "reads all rows: h Eᵀ"]),
        svg.text("vectors h → logits", decoder.middle, decoder.bottom + 17, "small"),
        svg.path("tie", svg.way(("M", MATRIX.x, middle), ("H", lookup.middle), ("V", lookup.y))),
        svg.path("tie", svg.way(("M", MATRIX.right, middle), ("H", decoder.middle), ("V", decoder.y))),
        *_count("parameters(): each Parameter once", once, [matrix], twice, BARS),
        *_count("state_dict(): each name", twice, [matrix, matrix], twice, BARS + 52),
    ]
    counts = {
        "the shared matrix": (matrix, 2 * matrix),
        "all else, with what has two names too": (once - matrix, twice - 2 * matrix),
        "all": (once, twice),
    }
    vocabulary, hidden = facts["shape"]
    described = (
        f"One Parameter of {vocabulary:,} rows and {hidden:,} columns, a row for each token, is tied to "
        "two modules. word_embeddings reads one row for each token id, and gives vectors. The decoder reads all rows, "
        "and turns a vector h into a logit for each token. Below, two bars: parameters() counts the matrix once, "
        f"{once:,} values in all, and state_dict() counts it under both names, {twice:,} values."
    )
    numbers = [{"counted": what, "parameters()": one, "state_dict()": other} for what, (one, other) in counts.items()]
    return Drawing(parts, BARS + 52 + TALL + 12, described, numbers)


def _count(caption: str, count: int, matrices: list[int], longest: int, top: float) -> list[str]:
    """Draw a count as a bar: the matrix as often as it is counted, and the rest, each as long as it is large."""
    drawn = [
        svg.text(caption, 2, top - 8, "small", "start"),
        svg.text(f"{count:,}", WIDTH - 2, top - 8, "small", "end"),
    ]
    x = 2.0
    for kind, values in [*(("shared", matrix) for matrix in matrices), ("encoder", count - sum(matrices))]:
        box = Box(x, top, LONGEST * values / longest, TALL)
        word = "the matrix" if kind == "shared" else "all else"
        drawn += [shape(kind, box), svg.text(word, box.middle, top + TALL / 2 + 4, "small")]
        x = box.right
    return drawn


# What becomes of a model's parts from stage to stage. A part has its kind's shape as long as it lives. Left out it is a
# dashed outline, and a new one is a diamond; both words are beside them.

COLUMNS, STEP = 80.0, 68.0  # of the stages: where the first begins, and how far it is to the next
MARK, ROW = 14.0, 20.0
LETTERS = 12  # of a stage's name in a line
LEGEND = 72.0  # from one shape of the legend to the next
ALIVE = {"there": True, "kept": True, "new": True, "left out": False, "": False}
KINDS = ("encoder", "head")


@figure_of("head_lives.life_of_each_head.once")
def life_of_each_head(facts: Facts) -> Drawing:
    """What becomes of BERT's heads and pooler in each class

    A file with both heads, loaded with each class, saved from it, and loaded again with BertForPreTraining. New
    values differ with each load.
    """
    # Draw a line for each part of `lives`, which ends where it is left out. The columns are whose it is, which
    # part, its kind, and the stages. Those with the same lives are drawn once.
    table: list[Row] = facts["lives"]
    _, part, kind, *stages = table[0]
    kinds = list(dict.fromkeys(row[kind] for row in table))
    if unknown := [one for one in kinds if one not in KINDS]:
        raise UserError(f"{unknown[0]!r} is no kind of a part: {', '.join(KINDS)}")
    parts, y = _headings(stages)
    told = f"The stages are {', '.join(stages)}."
    for names, lives in alike(table):
        parts += [svg.rule(y), *svg.stacked(names, 2, y + NAME, NAME, "name")]
        y += NAME * len(names) + 8
        for life in lives:
            parts += _life(life, y)
            y += ROW
        y += 6
        told += f" {' and '.join(names)}: {'; '.join(map(_life_in_words, lives))}."
    parts.append(svg.rule(y))
    parts += _legend({one: [str(row[part]) for row in table if row[kind] == one] for one in kinds}, y)
    return Drawing(parts, y + 2 * ROW, told, table)


def _legend(parts: dict[str, list[str]], y: float) -> list[str]:
    """Say what the shapes mean: a kind by its part's name, where it has one alone; then what is new, and a line."""
    drawn, x = [], 12.0
    for one, names in parts.items():
        word = names[0] if len({*names}) == 1 else one
        drawn += [shape(one, Box(x, y + 13, MARK, MARK)), svg.text(word, x + MARK + 6, y + 24, "small", "start")]
        x += LEGEND
    drawn += [_new(x, y + 20), svg.text("new", x + MARK + 6, y + 24, "small", "start")]
    return [*drawn, svg.text("a line: the same values", x + LEGEND, y + 24, "small", "start")]


def _new(x: float, middle: float) -> str:
    """Draw the diamond of a part that is new."""
    return svg.path("new", svg.way(("M", x - 1, middle)) + "l8 -8l8 8l-8 8z")


def _headings(stages: list[str]) -> tuple[list[str], float]:
    """Write the stages' names, the last one flush right because it may be long; return where they end."""
    wrapped = [textwrap.wrap(stage, LETTERS, break_long_words=False, break_on_hyphens=False) for stage in stages]
    tall = max(map(len, wrapped))
    parts = []
    for index, lines in enumerate(wrapped):
        x, anchor = (COLUMNS + STEP * index, "start") if index + 1 < len(wrapped) else (WIDTH - 2.0, "end")
        parts += svg.stacked(lines, x, 13 + 13 * (tall - len(lines)), 13, "small", anchor)
    return parts, 13.0 * tall + 7


def _life(row: Row, y: float) -> list[str]:
    """Draw one part: its name, lines as long as it lives, and a mark for each stage, its word too where it is no more
    or new.
    """
    name, kind, *words = row.values()
    alive = [ALIVE[word] for word in words]
    lines, marks = [svg.text(name, 12, y + 11, "note", "start")], []
    for stage, (before, word) in enumerate(zip(["", *words], words, strict=False)):
        x = COLUMNS + STEP * stage
        if stage and alive[stage - 1] and word not in ("new", ""):
            begins = x - STEP + MARK + (26 if before == "new" else 0)
            lines.append(svg.path(f"life {kind}", svg.level(y + MARK / 2, begins, x)))
        if word == "new":
            marks.append(_new(x, y + MARK / 2))
        elif word:
            marks.append(shape(kind, Box(x, y, MARK, MARK), "" if alive[stage] else "left-out"))
        if word in ("new", "left out"):
            marks[-1] += svg.text(word, x + MARK + 4, y + 11, "small", "start")
    return lines + marks


def _life_in_words(row: Row) -> str:
    name, _, *words = row.values()
    return f"{name} {', '.join(word or 'not there' for word in words)}"


# What stands on what in each class: the body, on the left, and ways that lead from it through parts to the right.
# Classes of the same parts stand together. An `output` is words alone. A part is noted with its `and`, what it has
# with its matrix.

BODY = Box(2, 0, 72, 0)  # the body's place; how high it is depends on its ways
START, END, GAP = 90.0, WIDTH - 2.0, 14.0
LABEL, FRAME, INSET, BELOW = 15.0, 18.0, 5.0, 26.0
PADDING = 9.0  # of a box, above and below its lines together
STRIP = 15.0  # the shared matrix in the body
LETTER = 6.7  # how wide a letter of a name is


@figure_of("head_classes.each_class_and_its_head.once")
def heads_of_every_class(facts: Facts) -> Drawing:
    """The heads of every Bert class

    Square grey boxes: BERT's body, including the pooler. Green, rounded: the head; dotted outline: one module,
    labelled with its name. Double lines: one matrix in two places. Round ends: a bias. No box: the vectors themselves.
    Each box gives the matrix shape and the parameter count at bert-base's size. The classifiers have two labels;
    multiple choice gives one score per choice; question answering a start and an end score.
    """
    # Draw a panel for each class of `parts`: whose, way, kind, part, shape, and, parameters, tied to. Its first row
    # is its body.
    table: list[Row] = facts["parts"]
    drawn: list[str] = []
    told: list[str] = []
    y = 0.0
    for names, (body, *rows) in alike(table):
        drawn += [*([svg.rule(y)] if y else []), *svg.stacked(names, 2, y + NAME, NAME, "name")]
        ways = [(way, list(group)) for way, group in groupby(rows, key=lambda row: str(row["way"]))]
        ways.sort(key=lambda pair: any(row["tied to"] for row in pair[1]))
        panel, y = _panel(body, ways, y + NAME * len(names) + 6)
        drawn += panel
        in_words = [f"on {way} {', then '.join(map(_part_in_words, parts))}" for way, parts in ways]
        told.append(f"{' and '.join(names)}: {body['part']}, {body['parameters']:,} parameters; {'; '.join(in_words)}.")
    return Drawing(drawn, y, " ".join(told), table)


def _panel(body: Row, ways: list[tuple[str, list[Row]]], top: float) -> tuple[list[str], float]:
    """Draw one class; return where it ends."""
    y, drawn, ties = top, [], []
    for way, parts in ways:
        drawn.append(svg.text(way, START, y + 11, "small", "start"))
        chain, boxes, y = _chain(parts, y + LABEL)
        drawn += chain
        ties += [(part["tied to"], box) for part, box in zip(parts, boxes, strict=True) if part["tied to"]]
    box = Box(BODY.x, top + 4, BODY.width, y - 8 - top - 4)
    tied = []
    for name, end in ties:
        low = box.bottom + 12
        bent = svg.way(("M", box.middle, box.bottom), ("V", low), ("H", end.middle), ("V", end.bottom))
        tied += [svg.path("tie", bent), svg.text(f"tied: {name}", box.middle, low + 14, "small", "start")]
        y += BELOW
    return [_body(body, box, shared=bool(ties)), *tied, *drawn], y + 4


def _body(body: Row, box: Box, *, shared: bool) -> str:
    """Draw the body; the matrix that it shares is a ruled strip at its bottom."""
    height = box.height - (STRIP + 8 if shared else 0)
    lines = [*body["part"].replace(" + ", "|+ ").split("|"), f"{body['parameters']:,}"]
    first = box.y + height / 2 - svg.LINE * (len(lines) - 1) / 2 + 4
    note = "".join(svg.stacked(lines, box.middle, first, svg.LINE, "note", "middle"))
    strip = shape("shared", Box(box.x + 10, box.bottom - STRIP - 6, box.width - 20, STRIP)) if shared else ""
    return shape(body["kind"], box) + note + strip


def _chain(parts: list[Row], top: float) -> tuple[list[str], list[Box], float]:
    """Draw the parts of a way, neighbours of one module in a frame; return their boxes, and where it ends."""
    owners = [part["part"].rpartition(".")[0] for part in parts]
    framed = {owner for owner in owners if owner and owners.count(owner) > 1}
    lines = [_lines(part, framed) for part in parts]
    top += FRAME if framed else 0
    height = PADDING + svg.LINE * max(map(len, lines))
    boxes: list[Box] = []
    for width in _widths([name for name, *_ in lines]):
        boxes.append(Box(boxes[-1].right + GAP if boxes else START + INSET, top, width, height))
    drawn = []
    for module, group in groupby(zip(owners, boxes, strict=True), key=lambda pair: pair[0]):
        if module in framed:
            around = [box for _, box in group]
            left, right = around[0].x - INSET, around[-1].right + INSET
            frame = Box(left, top - FRAME, right - left, height + FRAME + INSET)
            drawn += [shape("frame", frame), svg.text(module, frame.x + 9, frame.y + 13, "name", "start")]
    for one, two in pairwise([BODY, *boxes]):
        tip, middle = two.x, top + height / 2
        head = svg.polyline([(tip - 6, middle - 4), (tip, middle), (tip - 6, middle + 4)])
        drawn.append(svg.path("arrow", svg.level(middle, one.right, tip) + head))
    for part, box, written in zip(parts, boxes, lines, strict=True):
        drawn.append(("" if part["kind"] == "output" else shape(part["kind"], box)) + svg.label(box, written))
    return drawn, boxes, top + height + (INSET if framed else 0) + 8


def _widths(names: list[str]) -> list[float]:
    """Return the widths of boxes: all the same, but a long name takes from the others what it needs."""
    count = max(len(names), 2)  # one alone is as wide as one of two
    room = END - START - 2 * INSET - GAP * (count - 1)
    needs = [LETTER * (len(name) + 1) for name in names]
    wide = [need for need in needs if need > room / count]
    rest = (room - sum(wide)) / max(count - len(wide), 1)
    if rest < 0 or any(rest < need for need in needs if need not in wide):
        raise UserError(f"{', '.join(names)}: too long for their boxes")
    return [need if need in wide else rest for need in needs]


def _lines(part: Row, framed: set[str]) -> list[str]:
    """Return what is written in a part's box: first its name, in a frame its last one alone."""
    owner, _, name = part["part"].rpartition(".")
    lines = [name if owner in framed else part["part"]]
    if part["kind"] != "output":
        lines += [size(part["shape"]), part.get("and", ""), "shared" if part["tied to"] else f"{part['parameters']:,}"]
    return list(dict.fromkeys(filter(None, lines)))


def _part_in_words(part: Row) -> str:
    if part["kind"] == "output":
        return str(part["part"])
    return f"{part['part']}, " + (f"tied to {part['tied to']}" if part["tied to"] else f"{part['parameters']:,}")


FIGURES = (one_matrix_two_readers, life_of_each_head, heads_of_every_class)
