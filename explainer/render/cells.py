"""Cells, rows and tables as plain data; the template `table.html` writes them."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from explainer.plain import Plain

# The words of a diff table's last column, and the class that colours the row. The word stands there too.
DIFF = {"same": "same", "only in the file": "removed", "only in the class": "added", "differs": "changed"}
# How a cell begins that says how much its subject matters. Before other words it is shown as a sign, and read aloud.
GRADE = re.compile(r"(fine|note|problem)\b(: (?=\S))?")
CLASS = re.compile(r"(?:[A-Z][A-Z\d]*[a-z]+){3,}[A-Z]*")  # a class's name, which may break before a capital: it is long
HUMP = re.compile("(?<=[a-z])(?=[A-Z])")
WITHIN = re.compile(r"(?<=\w[._])(?=[A-Za-z_])")  # where a name among words may
JOINT = re.compile(r"(?<=[._(])(?=\w)|(?<=[a-z])(?=[A-Z])")  # where code may
NUMBER = re.compile(r"[-+−]?[\d.,]+")
LINK = re.compile(r"\[([^]]+)\]\((https://[^\s()]+)\)")  # a cell that is one link, as Markdown writes it
UNIT = re.compile(r" (?=[±%])|(?<=±) ")  # a space at which a number does not break
SEARCHED = 12  # rows of a table that the search reads; a longer one is a listing


class Piece(NamedTuple):
    """Words or code, in the parts between which a line may break."""

    parts: list[str]
    code: bool = False


class Cell(NamedTuple):
    """What a cell shows. `look` is its class; `grade` is read aloud, and shown as a sign.

    `within` says which of its column's choices it has, by their places: `0 3-7`.
    """

    pieces: list[Piece]
    href: str = ""
    look: str = ""
    grade: str = ""
    within: str = ""


class Row(NamedTuple):
    """A row, or with a `topic` the heading of those below it."""

    cells: list[Cell]
    look: str = ""
    topic: str = ""


class Table(NamedTuple):
    """A table. With `named` rows each is named by its first cell.

    A script filters by the columns `filtered`: by the choices, or where there are none by a cell's first word.
    """

    columns: list[str]
    rows: list[Row]
    named: bool = False
    filtered: Mapping[str, tuple[str, ...]] = {}

    @property
    def searched(self) -> bool:
        """Whether somebody searches for what it holds: a few names of classes or parameters, not numbers alone."""
        pieces = [piece for row in self.rows for cell in row.cells for piece in cell.pieces]
        return len(self.rows) <= SEARCHED and any(piece.code or len(piece.parts) > 1 for piece in pieces)

    @property
    def grades(self) -> list[str]:
        """What its signs stand for."""
        found = {cell.look.removeprefix("grade-") for row in self.rows for cell in row.cells if cell.grade}
        return [grade for grade in ("fine", "note", "problem") if grade in found]


def pieces(text: str, breaks: re.Pattern[str] | None = None) -> list[Piece]:
    """A text in which backticks are code, as pieces; code may break where `breaks` says."""
    parts = re.split("`([^`]+)`", text)
    return [
        Piece(breaks.split(part) if breaks and place % 2 else [part], code=place % 2 == 1)
        for place, part in enumerate(parts)
        if part
    ]


def plain(text: str) -> Cell:
    """A cell of words alone."""
    return Cell([Piece(WITHIN.split(text))])


def cell(value: Plain) -> Cell:
    """One value: names of parameters and shapes as code, truth values as words, counts with their thousands."""
    if isinstance(value, bool):
        return plain("yes" if value else "no")
    if isinstance(value, int):
        return plain(f"{value:,}")
    if isinstance(value, float):
        return plain(f"{value:.4g}")
    if isinstance(value, list):
        return Cell([Piece([f"({', '.join(map(str, value))})"], code=True)]) if value else plain("—")
    text = str(value)
    if link := LINK.fullmatch(text):
        return cell(link[1])._replace(href=link[2])
    if "`" in text:
        return Cell(pieces(text, JOINT))
    if CLASS.fullmatch(text):
        return Cell([Piece(HUMP.split(text))])
    if _is_code(text):
        return Cell(pieces("`" + text.replace(", ", "`, `") + "`", JOINT))
    return plain(UNIT.sub("\N{NO-BREAK SPACE}", text) or "—")


def in_words(value: Plain) -> Cell:
    """A value of which backticks alone are code."""
    return Cell(pieces(value, JOINT)) if isinstance(value, str) else cell(value)


def graded(value: Plain, shown: Cell) -> Cell:
    """A cell marked by its value's first word, if that says how much it matters."""
    found = GRADE.match(value) if isinstance(value, str) else None
    if not found:
        return shown
    grade = found[0] if found[2] else ""
    first = shown.pieces[0]
    if grade:  # said by the sign
        first = first._replace(parts=[first.parts[0].removeprefix(grade), *first.parts[1:]])
    return shown._replace(look=f"grade-{found[1]}", grade=grade, pieces=[first, *shown.pieces[1:]])


def _is_code(text: str) -> bool:
    """One name with a dot or an underscore, or a few such names; a number written out is none."""
    parts = text.split(", ")
    return all(
        " " not in part and ("." in part.strip(".") or "_" in part) and not NUMBER.fullmatch(part) for part in parts
    )
