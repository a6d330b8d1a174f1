"""Tables from facts: lists of dicts, tensors' summaries, and numbers that others published."""

from typing import Any

from explainer.inputs.statements import Published
from explainer.plain import STATISTICS, Plain
<<<<<<< HEAD
from explainer.render.cells import DIFF, Row, Table, cell, graded, plain
from explainer.render.templating import render
=======
from explainer.render.markup import UNSEARCHED, code_html, columns, html_table

# The words of a diff table's last column, and the class that colours the row. The word stands there too.
DIFF = {"same": "same", "only in the file": "removed", "only in the class": "added", "differs": "changed"}
# How a cell begins that says how much its subject matters. The word stands there; the colour only repeats it.
GRADE = re.compile(r"(fine|note|problem)\b")
CLASS = re.compile(r"(?:[A-Z]+[a-z]+){3,}[A-Z]*")  # a class's name, which may break before a capital: it is long
SEARCHED_ROWS = 12  # a longer table is a listing
HUMP = re.compile("(?<=[a-z])(?=[A-Z])")
NUMBER = re.compile(r"[-+−]?[\d.,]+")
LINK = re.compile(r"\[([^]]+)\]\((https://[^\s()]+)\)")  # a cell that is one link, as Markdown writes it
UNIT = re.compile(r" (?=[±%])|(?<=±) ")  # a space at which a number does not break
>>>>>>> S


def table(rows: list[dict[str, Plain]]) -> str:
    """A table of facts, as HTML. A column `diff` makes it a diff table: its rows are marked by what they say."""
    return render("one_table.html", table=facts(rows))


def facts(rows: list[dict[str, Plain]]) -> Table:
    """The same as plain data."""
    # A column's name in words; that of a function stays as it is.
<<<<<<< HEAD
    columns = [name if name.endswith("()") else name.replace("_", " ") for name in rows[0]]
    return Table(columns, [_row(row) for row in rows])
=======
    heads = columns(name if name.endswith("()") else name.replace("_", " ") for name in rows[0])
    shown = [_row(row) for row in rows]
    return html_table(f"<tr>{heads}</tr>", shown, "" if _has_names(shown) else f" {UNSEARCHED}")


def _has_names(rows: list[str]) -> bool:
    """Whether somebody searches for what these rows hold: a few names of classes or parameters, not numbers alone."""
    return len(rows) <= SEARCHED_ROWS and any("<code>" in row or "<wbr>" in row for row in rows)
>>>>>>> S


def _row(row: dict[str, Plain]) -> Row:
    kind = DIFF.get(str(row.get("diff")), "")
<<<<<<< HEAD
    return Row([graded(value, cell(value)) for value in row.values()], kind and f"diff-{kind}")
=======
    marked = f' class="diff-{kind}"' if kind else ""
    return f"<tr{marked}>" + " ".join(graded(value, cell(value)) for value in row.values()) + "</tr>"


def graded(value: Plain, shown: str) -> str:
    """A cell of a table, marked where its value says how much it matters; `shown` is the value as HTML."""
    grade = GRADE.match(value) if isinstance(value, str) else None
    return f'<td class="grade-{grade[1]}">{shown}</td>' if grade else f"<td>{shown}</td>"


def cell(value: Plain) -> str:
    """One value as HTML: names of parameters and shapes as code, truth values as words, counts with their thousands."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list):
        return "<code>(" + ", ".join(html.escape(str(item)) for item in value) + ")</code>" if value else "—"
    if isinstance(value, str) and (link := LINK.fullmatch(value)):
        return f'<a href="{html.escape(link[2])}">{cell(link[1])}</a>'
    if isinstance(value, str) and "`" in value:
        return code_html(value)
    text = html.escape(str(value))
    if CLASS.fullmatch(text):
        return HUMP.sub("<wbr>", text)
    if isinstance(value, str) and _is_code(value):
        return ", ".join(f"<code>{part}</code>" for part in text.split(", "))
    return UNIT.sub("&nbsp;", text) or "—"


def _is_code(text: str) -> bool:
    """One name with a dot or an underscore, or a few such names; a number written out is none."""
    parts = text.split(", ")
    return all(
        " " not in part and ("." in part.strip(".") or "_" in part) and not NUMBER.fullmatch(part) for part in parts
    )
>>>>>>> S


def summary_table(name: str, value: dict[str, Any]) -> str:
    """A tensor's summary as a table of two columns."""
    names = {"first": f"{name}: first values of the row", "last": "last values of the row", "zeros": "share of zeros"}
    return table([{"of": names.get(key, key), "value": _numbers(value[key])} for key in ("first", "last", *STATISTICS)])


def _numbers(value: Any) -> Any:
    if isinstance(value, list):
        return [f"{item:.4f}" if isinstance(item, float) else item for item in value]
    return value


def published(entries: list[Published]) -> str:
    """Numbers that others have published, shown as such, with their source."""
    rows = [
        Row([plain(entry.what), plain(_published_value(entry)), plain(entry.source)._replace(href=entry.url)])
        for entry in entries
    ]
    return render("one_table.html", table=Table(["what", "published value", "source"], rows)) + "\n"


def _published_value(entry: Published) -> str:
    values = entry.value if isinstance(entry.value, list) else [entry.value]
    texts = [f"{value:,.{entry.decimals}f}" if isinstance(value, float) else f"{value:,}" for value in values]
    return ", ".join(texts).replace("-", "−")
