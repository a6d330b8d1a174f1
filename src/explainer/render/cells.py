"""Build cells, rows and tables as plain data, which the template `table.html` writes as HTML.

A cell says where a line may break in it: else one long name makes a table wider than a telephone.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from explainer.fact_values import PlainValue

# The last column of a diff table says one of these; the class colours the row, for those who see colours.
DIFF_CLASSES = {"same": "same", "only in the file": "removed", "only in the class": "added", "differs": "changed"}
# A cell that begins with one of these words has a grade. If more words follow, readers see a sign in place of the
# grade, and screen readers read the grade aloud.
GRADE_PREFIX = re.compile(r"(fine|note|problem)\b(: (?=\S))?")
CLASS_NAME = re.compile(r"(?:[A-Z][A-Z\d]*[a-z]+){3,}[A-Z]*")  # of three words and more, such as AutoModelForCausalLM
NUMBER = re.compile(r"[-+−]?[\d.,]+")
CELL_LINK = re.compile(r"\[([^]]+)\]\((https://[^\s()]+)\)")  # a cell that is one link, in Markdown
# Where a line may break: in a dotted name of a sentence, in code. Each matches an empty text. A class's name stays
# whole.
NAME_BREAK = re.compile(r"(?<=\w[._])(?=[A-Za-z_])")
CODE_BREAK = re.compile(r"(?<=[._(])(?=\w)")
UNIT_SPACE = re.compile(r" (?=±)|(?<=±) ")  # where a line must not break: 0.1 ± 0.2
PERCENT_SPACE = re.compile(r"(?<=\d) (?=%)")
MINUS = re.compile(r"(?<![\w.\-–])-(?=\d)")  # that of a number, which is no hyphen
MAX_DECIMALS = 3  # that a column's numbers have in common; one that needs more has numbers of several magnitudes
MAX_SEARCHED_ROWS = 12  # the site's search leaves out a longer table: it is a listing


class Piece(NamedTuple):
    """Hold words, or code, in the parts between which a line may break."""

    parts: list[str]
    is_code: bool = False


class Cell(NamedTuple):
    """Hold what a cell shows.

    `css_class` styles it. `grade` is read aloud, and shown as a sign. `choices` tells the page's script which choices
    of the column's filter show this row, by index: `0 3-7`.
    """

    pieces: list[Piece]
    href: str = ""
    css_class: str = ""
    grade: str = ""
    choices: str = ""


class Row(NamedTuple):
    """Hold a row; or, with a `heading` and no cells, the heading of the rows below it."""

    cells: list[Cell]
    css_class: str = ""
    heading: str = ""


class Table(NamedTuple):
    """Hold a table. With `row_headers` the first cell of each row is its header.

    A script lets readers filter the rows by each column in `filters`, whose value lists the choices. If that is empty,
    the choices are the first words of the cells.
    """

    columns: list[str]
    rows: list[Row]
    row_headers: bool = False
    filters: Mapping[str, tuple[str, ...]] = {}

    @property
    def is_searched(self) -> bool:
        """Return whether the search reads the table: it is short and has names of classes or parameters."""
        all_pieces = [piece for row in self.rows for cell in row.cells for piece in cell.pieces]
        return len(self.rows) <= MAX_SEARCHED_ROWS and any(
            piece.is_code or len(piece.parts) > 1 or CLASS_NAME.fullmatch(piece.parts[0]) for piece in all_pieces
        )

    @property
    def grades(self) -> list[str]:
        """Return the grades that are shown as signs, for the table's legend."""
        shown_grades = {cell.css_class.removeprefix("grade-") for row in self.rows for cell in row.cells if cell.grade}
        return [grade for grade in ("fine", "note", "problem") if grade in shown_grades]


def to_pieces(text: str, breaks: re.Pattern[str] | None = None) -> list[Piece]:
    """Split a text into words and code, which is between backticks; a line may break in code where `breaks` matches."""
    parts = re.split("`([^`]+)`", text)  # every second part is code
    return [
        Piece(breaks.split(part) if breaks and index % 2 else [part], is_code=index % 2 == 1)
        for index, part in enumerate(parts)
        if part
    ]


def text_cell(text: str) -> Cell:
    """Return a cell of words alone, without code. Its numbers have a minus sign, and no space before a percent sign."""
    text = PERCENT_SPACE.sub("", MINUS.sub("−", text))
    return Cell([Piece(NAME_BREAK.split(text))])


def common_decimals(values: list[PlainValue]) -> int | None:
    """Return how many decimals a column's numbers are shown with; None if each has as many as it needs.

    Only a column of numbers, some with fractions, has decimals in common; a whole number from 1,000 on has none.
    """
    numbers = [value for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]
    are_whole = [isinstance(number, int) for number in numbers]
    if len(numbers) < len(values) or all(are_whole):
        return None
    if any(abs(number) >= 1000 for number, is_whole in zip(numbers, are_whole, strict=True) if is_whole):
        return None
    texts = [f"{number:.4g}" for number in numbers]
    decimals = max(len(text.partition(".")[2]) for text in texts)
    return decimals if decimals <= MAX_DECIMALS and not any("e" in text for text in texts) else None


def value_cell(value: PlainValue, decimals: int | None = None) -> Cell:
    """Return a cell for a fact: names and lists as code, bools as yes or no, ints as 1,000, floats with four digits.

    With `decimals` a number has so many, as those above and below it.
    """
    if isinstance(value, bool):  # before int: a bool is one
        return text_cell("yes" if value else "no")
    if decimals is not None and isinstance(value, (int, float)):
        return text_cell(f"{value:,.{decimals}f}")
    if isinstance(value, int):
        return text_cell(f"{value:,}")
    if isinstance(value, float):
        return text_cell(f"{value:.4g}")
    if isinstance(value, list):
        return Cell([Piece([f"({', '.join(map(str, value))})"], is_code=True)]) if value else text_cell("—")
    text = str(value)
    if link := CELL_LINK.fullmatch(text):
        return value_cell(link[1])._replace(href=link[2])
    if "`" in text:
        return Cell(to_pieces(text, CODE_BREAK))
    if _is_code(text):
        return Cell(to_pieces("`" + text.replace(", ", "`, `") + "`", CODE_BREAK))
    return text_cell(UNIT_SPACE.sub("\N{NO-BREAK SPACE}", text) or "—")


def sentence_cell(value: PlainValue) -> Cell:
    """Return a cell for a fact that people wrote as a sentence: only what is between backticks is code."""
    return Cell(to_pieces(value, CODE_BREAK)) if isinstance(value, str) else value_cell(value)


def add_grade(value: PlainValue, cell: Cell) -> Cell:
    """Return `cell`, which was made from `value`, with the grade that the value begins with, if it begins with one."""
    match = GRADE_PREFIX.match(value) if isinstance(value, str) else None
    if not match:
        return cell
    grade = match[0] if match[2] else ""  # with its colon
    first_piece = cell.pieces[0]
    if grade:  # the sign replaces it
        parts = [first_piece.parts[0].removeprefix(grade), *first_piece.parts[1:]]
        first_piece = first_piece._replace(parts=parts)
    return cell._replace(css_class=f"grade-{match[1]}", grade=grade, pieces=[first_piece, *cell.pieces[1:]])


def _is_code(text: str) -> bool:
    """Return whether a text is one name with a dot or an underscore, or several with commas; a number is no name."""
    parts = text.split(", ")
    return all(
        " " not in part and ("." in part.strip(".") or "_" in part) and not NUMBER.fullmatch(part) for part in parts
    )
