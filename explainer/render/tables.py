"""Tables from facts: lists of dicts, tensors' summaries, rows of many claims, and numbers that others published."""

import html
import re
from dataclasses import dataclass
from typing import Any

from explainer.inputs.statements import Published
from explainer.plain import STATISTICS, Plain
from explainer.render.markup import UNSEARCHED, code_html

# The words of a diff table's last column, and the class that colours the row. The word stands there too.
DIFF = {"same": "same", "only in the file": "removed", "only in the class": "added", "differs": "changed"}
# How a cell begins that says how much its subject matters. The word stands there; the colour only repeats it.
GRADE = re.compile(r"(fine|note|problem)\b")
CLASS = re.compile(r"(?:[A-Z]+[a-z]+){3,}[A-Z]*")  # a class's name, which may break before a capital: it is long
HUMP = re.compile("(?<=[a-z])(?=[A-Z])")
NUMBER = re.compile(r"[-+−]?[\d.,]+")
LINK = re.compile(r"\[([^]]+)\]\((https://[^\s()]+)\)")  # a cell that is one link, as Markdown writes it
UNIT = re.compile(r" (?=[±%])|(?<=±) ")  # a space at which a number does not break
JOINT = re.compile(r"(?<=[._(])(?=\w)")  # where a name in a narrow cell may break


def table(rows: list[dict[str, Plain]]) -> str:
    """A table of facts, as HTML. A column `diff` makes it a diff table: its rows are marked by what they say."""
    heads = "".join(f'<th scope="col">{_head(name)}</th>' for name in rows[0])
    body = "\n".join(_row(row) for row in rows)
    return f"<table {UNSEARCHED}>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _head(name: str) -> str:
    """A column's name in words; that of a function stays as it is."""
    return html.escape(name if name.endswith("()") else name.replace("_", " "))


def _row(row: dict[str, Plain]) -> str:
    kind = DIFF.get(str(row.get("diff")), "")
    marked = f' class="diff-{kind}"' if kind else ""
    return f"<tr{marked}>" + "".join(map(_cell, row.values())) + "</tr>"


def _cell(value: Plain) -> str:
    return _graded(value, cell(value))


def _graded(value: Plain, shown: str) -> str:
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


def summary_table(name: str, value: dict[str, Any]) -> str:
    """A tensor's summary as a table of two columns."""
    ends = [{"of": f"{name}: first values of the row", "value": value["first"]}]
    ends.append({"of": "last values of the row", "value": value["last"]})
    rows = ends + [{"of": "share of zeros" if key == "zeros" else key, "value": value[key]} for key in STATISTICS]
    return table([{"of": row["of"], "value": _numbers(row["value"])} for row in rows])


def _numbers(value: Any) -> Any:
    if isinstance(value, list):
        return [f"{item:.4f}" if isinstance(item, float) else item for item in value]
    return value


@dataclass(frozen=True)
class JoinedRow:
    """One row of a joined table: what the claim's own table says, where its panel is, and since when it holds."""

    cells: dict[str, Plain]
    link: str
    since: str


def joined(columns: tuple[str, ...], groups: list[tuple[str, list[JoinedRow]]], caption: str) -> str:
    """Rows of many claims as one table: the first cell leads to the claim, the last says since when it holds."""
    heads = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in (*columns, "since"))
    body = "\n".join(
        "\n".join([_heading(heading, len(columns) + 1), *(_joined_row(columns, row) for row in rows)])
        for heading, rows in groups
    )
    return (
        f'<div class="joined" {UNSEARCHED}><p>{code_html(caption)}</p>\n<table>\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>\n"
    )


def _heading(text: str, width: int) -> str:
    return f'<tr class="topic"><th colspan="{width}" scope="rowgroup"><span>{code_html(text)}</span></th></tr>'


def _joined_row(columns: tuple[str, ...], row: JoinedRow) -> str:
    first, *others = columns
    cells = "".join(_in_words(row.cells[name]) for name in others)
    name = f'<a href="{row.link}">{_breakable(code_html(str(row.cells[first])))}</a>'
    return f'<tr><th scope="row">{name}</th>{cells}<td>{html.escape(row.since) or "—"}</td></tr>'


def _in_words(value: Plain) -> str:
    """A cell in which backticks are code; `cell` would take a text for the name of a parameter."""
    return _graded(value, _breakable(code_html(value))) if isinstance(value, str) else _cell(value)


def _breakable(shown: str) -> str:
    """Code in a narrow cell may break after a dot, an underscore or a bracket, and so not within a word."""
    return re.sub("<code>(.+?)</code>", lambda code: JOINT.sub("<wbr>", code[0]), shown)


def published(entries: list[Published]) -> str:
    """Numbers that others have published, shown as such, with their source."""
    rows = "\n".join(
        f"<tr><td>{html.escape(entry.what)}</td><td>{_published_value(entry)}</td>"
        f'<td><a href="{html.escape(entry.url)}">{html.escape(entry.source)}</a></td></tr>'
        for entry in entries
    )
    heads = '<th scope="col">what</th><th scope="col">published value</th><th scope="col">source</th>'
    return f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n"


def _published_value(entry: Published) -> str:
    values = entry.value if isinstance(entry.value, list) else [entry.value]
    texts = [f"{value:,.{entry.decimals}f}" if isinstance(value, float) else f"{value:,}" for value in values]
    return ", ".join(texts).replace("-", "−")
