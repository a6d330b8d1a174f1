"""Tables from facts: lists of dicts, tensors' summaries, and numbers that others published."""

import csv
import io
from typing import Any

from explainer.inputs.content import Published
from explainer.plain import STATISTICS, Plain
from explainer.render.cells import DIFF, Row, Table, cell, graded, plain
from explainer.render.templating import render


def table(rows: list[dict[str, Plain]]) -> str:
    """A table of facts, as HTML. A column `diff` makes it a diff table: its rows are marked by what they say."""
    return render("one_table.html", table=facts(rows))


def facts(rows: list[dict[str, Plain]]) -> Table:
    """The same as plain data."""
    # A column's name in words; that of a function stays as it is.
    columns = [name if name.endswith("()") else name.replace("_", " ") for name in rows[0]]
    return Table(columns, [_row(row) for row in rows])


def _row(row: dict[str, Plain]) -> Row:
    kind = DIFF.get(str(row.get("diff")), "")
    return Row([graded(value, cell(value)) for value in row.values()], kind and f"diff-{kind}")


def as_csv(rows: list[dict[str, Plain]]) -> str:
    """The same as a file to load, with every digit of the record."""
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


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
