"""Tables from facts: lists of dicts, tensor summaries, the ledgers, and what a topic was measured on."""

import html
import re
from dataclasses import dataclass
from typing import Any

from explainer.inputs.checkpoints import NAMED
from explainer.inputs.ledgers import VERDICTS, Published, Statement
from explainer.plain import STATISTICS, Plain
from explainer.render.panels import UNSEARCHED, Tab, anchor_of, code_fence, fenced, measured_checkpoint

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
        return claim_html(value)
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
        f'<div class="joined" {UNSEARCHED}><p>{claim_html(caption)}</p>\n<table>\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>\n"
    )


def _heading(text: str, width: int) -> str:
    return f'<tr class="topic"><th colspan="{width}" scope="rowgroup"><span>{claim_html(text)}</span></th></tr>'


def _joined_row(columns: tuple[str, ...], row: JoinedRow) -> str:
    first, *others = columns
    cells = "".join(_in_words(row.cells[name]) for name in others)
    name = f'<a href="{row.link}">{_breakable(claim_html(str(row.cells[first])))}</a>'
    return f'<tr><th scope="row">{name}</th>{cells}<td>{html.escape(row.since) or "—"}</td></tr>'


def _in_words(value: Plain) -> str:
    """A cell in which backticks are code; `cell` would take a text for the name of a parameter."""
    return _graded(value, _breakable(claim_html(value))) if isinstance(value, str) else _cell(value)


def _breakable(shown: str) -> str:
    """Code in a narrow cell may break after a dot, an underscore or a bracket, and so not within a word."""
    return re.sub("<code>(.+?)</code>", lambda code: JOINT.sub("<wbr>", code[0]), shown)


@dataclass(frozen=True)
class Proof:
    """A claim that settles something, and under which versions it does; that is empty where it was never asked."""

    claim: str
    since: str = ""


def statements(
    entries: list[Statement], proofs: dict[str, Proof], pages: dict[str, str], page: str, code: bool = True
) -> str:
    """What people say, as Markdown: each statement with its verdict, why, its source and the claims that settle it.

    `proofs` are the claims by snippet, `pages` the page that each snippet's panel is on, `page` where this is shown.
    Without `code`, a link leads to where the lines that say what to do stand.
    """
    return "\n\n".join(_statement(entry, proofs, pages, page, code) for entry in entries) + "\n"


def _statement(entry: Statement, proofs: dict[str, Proof], pages: dict[str, str], page: str, code: bool) -> str:
    lines = [_settled(proofs[key], link_to(key, pages, page)) for key in entry.snippets]
    anchor = "said-" + slug(entry.name)
    do = f"What to do:\n{{ .do }}\n\n{fenced(entry.do.strip(), code_fence('python'))}\n\n" if entry.do else ""
    if do and not code:
        do = f"[What to do, in code](../{slug(entry.topic)}/index.md#{anchor}).\n\n"
    return (
        f'<div class="statement verdict-{slug(entry.verdict)} topic-{slug(entry.topic)}" markdown="1">\n\n'
        f"{entry.says} [#](#{anchor}){{ .permalink title='Permanent link to this statement' }}\n"
        f"{{ .says #{anchor} }}\n\n"
        f"**{VERDICTS[entry.verdict]}.** {entry.why}\n\n{do}"
        f"From [{entry.source}]({entry.url}). Settled by:\n{{ .source }}\n\n"
        f'<div {UNSEARCHED} markdown="1">\n\n' + "\n".join(lines) + "\n\n</div>\n\n</div>"
    )


def _settled(proof: Proof, link: str) -> str:
    return f"- [{proof.claim}]({link})" + (f" ({proof.since})" if proof.since else "")


def claim_html(claim: str) -> str:
    """A claim's words inside raw HTML, where Markdown does not see its backticks."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", html.escape(claim))


def slug(name: str) -> str:
    """A name as part of a class or an anchor."""
    return name.replace("_", "-").replace(" ", "-")


def link_to(key: str, pages: dict[str, str], page: str) -> str:
    """A link from `page` to the panel of a snippet; `pages` has the page that each is on."""
    anchor = f"#{anchor_of(key.split('/')[1])}"
    target = pages.get(key, page)
    return anchor if target == page else f"../{target}{anchor}"


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


def measured_on(tabs: list[Tab]) -> str:
    """One line for the foot of a page: every checkpoint, library version and device its numbers come from."""
    return f"This page was measured on {provenance(tabs)}.\n{{ .measured-on }}\n"


def provenance(tabs: list[Tab]) -> str:
    """Every checkpoint, library version and device that the runs were measured on, each once."""
    checkpoints = {measured_checkpoint(tab, used) for tab in tabs for used in tab.uses}
    if any(not tab.uses for tab in tabs):
        checkpoints.add("models and tensors made on the spot")
    versions = {f"{name} {tab.measured[name]}" for tab in tabs for name in NAMED if name in tab.measured}
    devices = {str(tab.measured["device"]) for tab in tabs}
    parts = [", ".join(sorted(part)) for part in (checkpoints, versions, devices)]
    return "; ".join(parts)
