"""Draw the figures of a model's parts: what tying shares, which heads are lost or new, and which class has which."""

import textwrap
from itertools import groupby, pairwise

from bert.shapes import shape
from explainer.errors import UserError
from explainer.render import svg
from explainer.render.figures import Facts, figure_of_run
from explainer.render.svg import WIDTH, Box, Drawing, FactRow

NAME_LINE = 15.0  # height of a line of class names above a panel


def shape_text(lengths: list[int]) -> str:
    """Return the shape of a tensor as people write it: 30,522 × 768."""
    return " × ".join(f"{length:,}" for length in lengths)


def group_equal_classes(table: list[FactRow]) -> list[tuple[list[str], list[FactRow]]]:
    """Group the classes of a table, named in its first column, that have equal rows.

    Return for each group the names of the classes, and their rows without that column.
    """
    class_column = next(iter(table[0]))
    groups: dict[str, tuple[list[str], list[FactRow]]] = {}
    for name, class_rows in groupby(table, key=lambda row: str(row[class_column])):
        rows = [{key: value for key, value in row.items() if key != class_column} for row in class_rows]
        groups.setdefault(repr(rows), ([], rows))[0].append(name)
    return list(groups.values())


# One matrix and its two readers, and what two ways of counting make of it.

MATRIX = Box(105, 4, 150, 62)
READERS = (Box(4, 82, 166, 50), Box(190, 82, 166, 50))
FIRST_BAR = 190.0  # y of its top
MAX_BAR_WIDTH, BAR_HEIGHT = 356.0, 24.0


@figure_of_run("weight_tying.decoder_weight_is_the_embedding.once")
def one_matrix_two_readers(facts: Facts) -> Drawing:
    """One matrix, its two readers, and two ways to count it

    BertForPreTraining at all-MiniLM's size. The bars are to scale. state_dict() lists the bias under two names as
    well, but that is too small to see here.
    """
    # Draw the `shape` of the matrix, the `shared_values` in it, and two counts: `parameters`, `state_dict_values`.
    parameter_count, name_count, matrix_size = facts["parameters"], facts["state_dict_values"], facts["shared_values"]
    # `<`, not `!=`: the output bias has two names as well.
    if name_count < parameter_count + matrix_size or matrix_size > parameter_count:
        raise UserError("state_dict_values must count the matrix once more than parameters")
    lookup, decoder = READERS
    middle = MATRIX.y + MATRIX.height / 2
    elements = [
        shape("shared", MATRIX) + svg.label(MATRIX, ["one Parameter", shape_text(facts["shape"]), "a row a token"]),
        shape("encoder", lookup) + svg.label(lookup, ["word_embeddings", "reads one row: E[id]"]),
        svg.text("token ids → vectors", lookup.middle, lookup.bottom + 17, "small"),
        shape("head", decoder) + svg.label(decoder, ["decoder", "reads all rows: h Eᵀ"]),
        svg.text("vectors h → logits", decoder.middle, decoder.bottom + 17, "small"),
        svg.path("tie", svg.path_data(("M", MATRIX.x, middle), ("H", lookup.middle), ("V", lookup.y))),
        svg.path("tie", svg.path_data(("M", MATRIX.right, middle), ("H", decoder.middle), ("V", decoder.y))),
        *_bar("parameters(): each Parameter once", parameter_count, [matrix_size], name_count, FIRST_BAR),
        *_bar("state_dict(): each name", name_count, [matrix_size, matrix_size], name_count, FIRST_BAR + 52),
    ]
    counts = {
        "the shared matrix": (matrix_size, 2 * matrix_size),
        "everything else, including what also has two names": (
            parameter_count - matrix_size,
            name_count - 2 * matrix_size,
        ),
        "all": (parameter_count, name_count),
    }
    vocabulary, hidden = facts["shape"]
    description = (
        f"One Parameter of {vocabulary:,} rows and {hidden:,} columns, a row for each token, is tied to "
        "two modules. word_embeddings reads one row for each token id, and gives vectors. The decoder reads all rows, "
        "and turns a vector h into a logit for each token. Below, two bars: parameters() counts the matrix once, "
        f"{parameter_count:,} values in all, and state_dict() counts it under both names, {name_count:,} values."
    )
    numbers = [
        {"counted": name, "parameters()": by_parameter, "state_dict()": by_name}
        for name, (by_parameter, by_name) in counts.items()
    ]
    return Drawing(elements, FIRST_BAR + 52 + BAR_HEIGHT + 12, description, numbers)


def _bar(caption: str, count: int, matrices: list[int], largest: int, top: float) -> list[str]:
    """Draw a count to scale: a section for the matrix each time it is counted, then the rest.

    The bar of the `largest` count has the full length.
    """
    elements = [
        svg.text(caption, 2, top - 8, "small", "start"),
        svg.text(f"{count:,}", WIDTH - 2, top - 8, "small", "end"),
    ]
    x = 2.0
    for kind, number in [*(("shared", matrix_size) for matrix_size in matrices), ("encoder", count - sum(matrices))]:
        box = Box(x, top, MAX_BAR_WIDTH * number / largest, BAR_HEIGHT)
        label = "the matrix" if kind == "shared" else "all else"
        elements += [shape(kind, box), svg.text(label, box.middle, top + BAR_HEIGHT / 2 + 4, "small")]
        x = box.right
    return elements


# What happens to a model's parts from stage to stage. A part keeps its kind's shape while the model has it. A part that
# is left out is a dashed outline, a newly initialised one a diamond, each with its word beside it.

FIRST_STAGE, STAGE_WIDTH = 80.0, 68.0  # x of the first column; from one column to the next
MARK_SIZE, LIFE_HEIGHT = 14.0, 20.0
LETTERS_PER_LINE = 12  # of a stage's name
LEGEND_STEP = 72.0  # from one shape of the legend to the next
ALIVE = {"there": True, "kept": True, "new": True, "left out": False, "": False}
KINDS = ("encoder", "head")


@figure_of_run("head_lives.life_of_each_head.once")
def life_of_each_head(facts: Facts) -> Drawing:
    """What becomes of BERT's heads and pooler in each class

    A file with both heads, loaded with each class, saved from it, and loaded again with BertForPreTraining. New
    values differ with each load.
    """
    # Draw a line for each part in the table `lives`, which ends where the part is left out. The columns are the class,
    # the part, its kind, and the stages. Classes with the same lives are drawn once.
    table: list[FactRow] = facts["lives"]
    _, part, kind, *stages = table[0]
    kinds = list(dict.fromkeys(row[kind] for row in table))
    if unknown := [name for name in kinds if name not in KINDS]:
        raise UserError(f"{unknown[0]!r} is no kind of a part: {', '.join(KINDS)}")
    elements, y = _headings(stages)
    description = f"The stages are {', '.join(stages)}."
    for names, lives in group_equal_classes(table):
        elements += [svg.rule(y), *svg.stacked(names, 2, y + NAME_LINE, NAME_LINE, "name")]
        y += NAME_LINE * len(names) + 8
        for life in lives:
            elements += _life(life, y)
            y += LIFE_HEIGHT
        y += 6
        description += f" {' and '.join(names)}: {'; '.join(map(_life_in_words, lives))}."
    elements.append(svg.rule(y))
    elements += _legend({name: [str(row[part]) for row in table if row[kind] == name] for name in kinds}, y)
    return Drawing(elements, y + 2 * LIFE_HEIGHT, description, table)


def _legend(parts: dict[str, list[str]], y: float) -> list[str]:
    """Draw the legend: each kind's shape, the diamond, and what a line means.

    `parts` has the names of each kind's parts. A kind with one part is called by that part's name.
    """
    elements, x = [], 12.0
    for kind, names in parts.items():
        label = names[0] if len({*names}) == 1 else kind
        mark = shape(kind, Box(x, y + 13, MARK_SIZE, MARK_SIZE))
        elements += [mark, svg.text(label, x + MARK_SIZE + 6, y + 24, "small", "start")]
        x += LEGEND_STEP
    elements += [_diamond(x, y + 20), svg.text("new", x + MARK_SIZE + 6, y + 24, "small", "start")]
    return [*elements, svg.text("a line: the same values", x + LEGEND_STEP, y + 24, "small", "start")]


def _diamond(x: float, middle: float) -> str:
    """Draw the mark of a newly initialised part, `middle` being the y of its centre."""
    return svg.path("new", svg.path_data(("M", x - 1, middle)) + "l8 -8l8 8l-8 8z")


def _headings(stages: list[str]) -> tuple[list[str], float]:
    """Draw the stages' names, the last one flush right because it may be long. Return also the y where they end."""
    wrapped = [
        textwrap.wrap(stage, LETTERS_PER_LINE, break_long_words=False, break_on_hyphens=False) for stage in stages
    ]
    line_count = max(map(len, wrapped))
    elements = []
    for index, lines in enumerate(wrapped):
        x, anchor = (FIRST_STAGE + STAGE_WIDTH * index, "start") if index + 1 < len(wrapped) else (WIDTH - 2.0, "end")
        elements += svg.stacked(lines, x, 13 + 13 * (line_count - len(lines)), 13, "small", anchor)
    return elements, 13.0 * line_count + 7


def _life(row: FactRow, y: float) -> list[str]:
    """Draw one part: its name, a mark for each stage, and lines between stages that have the same values.

    A mark for "new" or "left out" has its word beside it. Raise UserError for a word that is not in ALIVE.
    """
    name, kind, *states = row.values()
    if unknown := [state for state in states if state not in ALIVE]:
        raise UserError(f"{unknown[0]!r} is no state of a part: {', '.join(filter(None, ALIVE))}")
    alive = [ALIVE[state] for state in states]
    lines, marks = [svg.text(name, 12, y + 11, "note", "start")], []
    for stage, (previous, state) in enumerate(zip(["", *states], states, strict=False)):
        x = FIRST_STAGE + STAGE_WIDTH * stage
        if stage and alive[stage - 1] and state not in ("new", ""):
            start = x - STAGE_WIDTH + MARK_SIZE + (26 if previous == "new" else 0)  # after the word “new”
            lines.append(svg.path(f"life {kind}", svg.horizontal(y + MARK_SIZE / 2, start, x)))
        if state == "new":
            marks.append(_diamond(x, y + MARK_SIZE / 2))
        elif state:
            marks.append(shape(kind, Box(x, y, MARK_SIZE, MARK_SIZE), "" if alive[stage] else "left-out"))
        if state in ("new", "left out"):
            marks[-1] += svg.text(state, x + MARK_SIZE + 4, y + 11, "small", "start")
    return lines + marks


def _life_in_words(row: FactRow) -> str:
    name, _, *states = row.values()
    return f"{name} {', '.join(state or 'not there' for state in states)}"


# The head on the body in each class: the body is at the left, and each path of vectors leads from it through the parts
# of a head to the right. Classes with equal parts share a panel. An `output` is text without a box. The column `and`
# says what a part has besides its matrix, such as "+ LayerNorm".

BODY = Box(2, 0, 72, 0)  # x and width; its height depends on the number of paths
PATH_START, PATH_END, GAP = 90.0, WIDTH - 2.0, 14.0  # x of both ends; between two boxes
PATH_LABEL, FRAME_TITLE, FRAME_INSET, TIE_HEIGHT = 15.0, 18.0, 5.0, 26.0
PADDING = 9.0  # of a box, above and below its lines together
STRIP_HEIGHT = 15.0  # of the shared matrix in the body
LETTER_WIDTH = 6.7  # of a name, on average


@figure_of_run("head_classes.each_class_and_its_head.once")
def heads_of_every_class(facts: Facts) -> Drawing:
    """The heads of every Bert class

    Square grey boxes: BERT's body, including the pooler. Green, rounded: the head; dotted outline: one module,
    labelled with its name. Double lines: one matrix in two places. Round ends: a bias. No box: the vectors themselves.
    Each box gives the matrix shape and the parameter count at bert-base's size. The classifiers have two labels;
    multiple choice gives one score per choice; question answering a start and an end score.
    """
    # Draw a panel for each class in the table `parts` (whose, way, kind, part, shape, and, parameters, tied to). The
    # first row of a class is its body; `way` names the vectors that a path begins with.
    table: list[FactRow] = facts["parts"]
    elements: list[str] = []
    descriptions: list[str] = []
    y = 0.0
    for names, (body, *rows) in group_equal_classes(table):
        elements += [*([svg.rule(y)] if y else []), *svg.stacked(names, 2, y + NAME_LINE, NAME_LINE, "name")]
        paths = [(vectors, list(group)) for vectors, group in groupby(rows, key=lambda row: str(row["way"]))]
        paths.sort(key=lambda pair: any(row["tied to"] for row in pair[1]))  # tied last: the tie leads round the bottom
        panel, y = _panel(body, paths, y + NAME_LINE * len(names) + 6)
        elements += panel
        heads = "; ".join(f"on {vectors} {', then '.join(map(_part_in_words, parts))}" for vectors, parts in paths)
        descriptions.append(f"{' and '.join(names)}: {body['part']}, {body['parameters']:,} parameters; {heads}.")
    return Drawing(elements, y, " ".join(descriptions), table)


def _panel(body: FactRow, paths: list[tuple[str, list[FactRow]]], top: float) -> tuple[list[str], float]:
    """Draw one class from y = `top` on. Return also the y where it ends."""
    y, elements, ties = top, [], []
    for vectors, parts in paths:
        elements.append(svg.text(vectors, PATH_START, y + 11, "small", "start"))
        chain, boxes, y = _chain(parts, y + PATH_LABEL)
        elements += chain
        ties += [(part["tied to"], box) for part, box in zip(parts, boxes, strict=True) if part["tied to"]]
    box = Box(BODY.x, top + 4, BODY.width, y - 8 - top - 4)
    tie_lines = []
    for name, end in ties:
        low = box.bottom + 12
        line = svg.path_data(("M", box.middle, box.bottom), ("V", low), ("H", end.middle), ("V", end.bottom))
        tie_lines += [svg.path("tie", line), svg.text(f"tied: {name}", box.middle, low + 14, "small", "start")]
        y += TIE_HEIGHT
    return [_body(body, box, shared=bool(ties)), *tie_lines, *elements], y + 4


def _body(body: FactRow, box: Box, *, shared: bool) -> str:
    """Draw the body. If it shares the embedding matrix, this is a ruled strip at its bottom."""
    height = box.height - (STRIP_HEIGHT + 8 if shared else 0)
    lines = [*body["part"].replace(" + ", "|+ ").split("|"), f"{body['parameters']:,}"]
    first = box.y + height / 2 - svg.LINE_HEIGHT * (len(lines) - 1) / 2 + 4
    note = "".join(svg.stacked(lines, box.middle, first, svg.LINE_HEIGHT, "note", "middle"))
    strip_box = Box(box.x + 10, box.bottom - STRIP_HEIGHT - 6, box.width - 20, STRIP_HEIGHT)
    strip = shape("shared", strip_box) if shared else ""
    return shape(body["kind"], box) + note + strip


def _chain(parts: list[FactRow], top: float) -> tuple[list[str], list[Box], float]:
    """Draw the parts of a path, those of one module in a frame. Return also their boxes, and the y where it ends."""
    owners = [part["part"].rpartition(".")[0] for part in parts]
    framed = {owner for owner in owners if owner and owners.count(owner) > 1}
    lines = [_box_lines(part, framed) for part in parts]
    top += FRAME_TITLE if framed else 0
    height = PADDING + svg.LINE_HEIGHT * max(map(len, lines))
    boxes: list[Box] = []
    for width in _widths([name for name, *_ in lines]):
        boxes.append(Box(boxes[-1].right + GAP if boxes else PATH_START + FRAME_INSET, top, width, height))
    elements = []
    for module, group in groupby(zip(owners, boxes, strict=True), key=lambda pair: pair[0]):
        if module in framed:
            members = [box for _, box in group]
            left, right = members[0].x - FRAME_INSET, members[-1].right + FRAME_INSET
            frame = Box(left, top - FRAME_TITLE, right - left, height + FRAME_TITLE + FRAME_INSET)
            elements += [shape("frame", frame), svg.text(module, frame.x + 9, frame.y + 13, "name", "start")]
    for source, target in pairwise([BODY, *boxes]):
        tip, middle = target.x, top + height / 2
        arrowhead = svg.polyline([(tip - 6, middle - 4), (tip, middle), (tip - 6, middle + 4)])
        elements.append(svg.path("arrow", svg.horizontal(middle, source.right, tip) + arrowhead))
    for part, box, label in zip(parts, boxes, lines, strict=True):
        elements.append(("" if part["kind"] == "output" else shape(part["kind"], box)) + svg.label(box, label))
    return elements, boxes, top + height + (FRAME_INSET if framed else 0) + 8


def _widths(names: list[str]) -> list[float]:
    """Return the width of each name's box: a long name's is what it needs, the others share the rest equally.

    Raise UserError if the names do not fit.
    """
    count = max(len(names), 2)  # a single box is as wide as one of two
    room = PATH_END - PATH_START - 2 * FRAME_INSET - GAP * (count - 1)
    needed_widths = [LETTER_WIDTH * (len(name) + 1) for name in names]
    long_widths = [need for need in needed_widths if need > room / count]
    share = (room - sum(long_widths)) / max(count - len(long_widths), 1)
    if share < 0 or any(share < need for need in needed_widths if need not in long_widths):
        raise UserError(f"{', '.join(names)}: too long for their boxes")
    return [need if need in long_widths else share for need in needed_widths]


def _box_lines(part: FactRow, framed: set[str]) -> list[str]:
    """Return the lines in a part's box. In a frame, which names the module, its name is only the last component."""
    owner, _, name = part["part"].rpartition(".")
    lines = [name if owner in framed else part["part"]]
    if part["kind"] != "output":
        lines += [
            shape_text(part["shape"]),
            part.get("and", ""),
            "shared" if part["tied to"] else f"{part['parameters']:,}",
        ]
    return list(dict.fromkeys(filter(None, lines)))


def _part_in_words(part: FactRow) -> str:
    if part["kind"] == "output":
        return str(part["part"])
    return f"{part['part']}, " + (f"tied to {part['tied to']}" if part["tied to"] else f"{part['parameters']:,}")


FIGURES = (one_matrix_two_readers, life_of_each_head, heads_of_every_class)
