"""Render facts as tables: lists of dicts, summaries of tensors, and numbers that others published."""

import csv
import io
from typing import Any

from explainer.fact_values import STATISTICS, PlainValue
from explainer.inputs.content import Published
from explainer.render.cells import DIFF_CLASSES, Row, Table, add_grade, common_decimals, text_cell, value_cell
from explainer.render.templating import render


def table_html(rows: list[dict[str, PlainValue]]) -> str:
    """Return a fact that is a table as HTML."""
    return render("one_table.html", table=fact_table(rows))


def fact_table(rows: list[dict[str, PlainValue]]) -> Table:
    """Return a fact as a table. If it has a column `diff`, each row gets a CSS class for what that says."""
    # state_dict() keeps its name; first_value is written “first value”.
    columns = [name if name.endswith("()") else name.replace("_", " ") for name in rows[0]]
    decimals = [common_decimals([row[name] for row in rows]) for name in rows[0]]
    return Table(columns, [_row(row, decimals) for row in rows])


def _row(row: dict[str, PlainValue], decimals: list[int | None]) -> Row:
    difference = DIFF_CLASSES.get(str(row.get("diff")), "")
    cells = [add_grade(value, value_cell(value, places)) for value, places in zip(row.values(), decimals, strict=True)]
    return Row(cells, difference and f"diff-{difference}")


def as_csv(rows: list[dict[str, PlainValue]]) -> str:
    """Return a fact that is a table as CSV for a page's script, with every digit of the record."""
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def summary_html(name: str, value: dict[str, Any]) -> str:
    """Return a tensor's summary as HTML: the first and last values of its first row, then a row for each statistic."""
    labels = {"first": f"{name}: first values of the row", "last": "last values of the row", "zeros": "share of zeros"}
    statistics = ("first", "last", *STATISTICS)
    return table_html([{"of": labels.get(key, key), "value": _four_decimals(value[key])} for key in statistics])


def _four_decimals(value: Any) -> Any:
    if isinstance(value, list):
        return [f"{item:.4f}" if isinstance(item, float) else item for item in value]
    return value


def published_html(numbers: list[Published]) -> str:
    """Return numbers that others published as HTML: a table with a link to the source of each."""
    rows = [
        Row(
            [
                text_cell(number.what),
                text_cell(_published_value(number)),
                text_cell(number.source)._replace(href=number.url),
            ]
        )
        for number in numbers
    ]
    return render("one_table.html", table=Table(["what", "published value", "source"], rows)) + "\n"


def _published_value(number: Published) -> str:
    values = number.value if isinstance(number.value, list) else [number.value]
    texts = [f"{value:,.{number.decimals}f}" if isinstance(value, float) else f"{value:,}" for value in values]
    return ", ".join(texts).replace("-", "−")
