"""A report → text, Markdown, HTML or JSON: pure functions. What a file says is escaped here, each time for the form."""

import json
import re
import textwrap
import unicodedata
from collections.abc import Callable
from dataclasses import asdict

from inspector.data import ClassFit, Finding, Level, Report

BASE = "docs/"  # where the pages are in a clone
COLORS: dict[Level, str] = {"fine": "32", "note": "33", "problem": "31;1"}
INDENT = " " * 9
WIDTH = 80
# As entities: what a backslash escapes is not the same in every Markdown.
HTML = str.maketrans({letter: f"&#{ord(letter)};" for letter in "<>&\"'|*_`[]{}"})
MARKDOWN = str.maketrans({letter: f"&#{ord(letter)};" for letter in "\\`*_{}[]#|!~^$<>&"})


def link(page: str, base: str) -> str:
    """A page's address below a base: on a site a folder, in a clone or another page the file."""
    if "://" not in base:
        return base + page
    file, mark, anchor = page.partition("#")
    return base + re.sub(r"(^|/)index\.md$|\.md$", "/", file) + mark + anchor


def plain(text: object) -> str:
    """One line of text that moves no cursor, colours nothing and turns no writing direction."""
    return "".join(
        letter
        if letter == " " or (letter.isprintable() and unicodedata.category(letter) not in ("Cf", "Cs", "Co"))
        else _escaped(letter)
        for letter in str(text)
    )


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape", "surrogatepass").decode("ascii")


def as_text(report: Report, base: str = BASE, color: bool = False) -> str:
    """For a terminal or a pipe."""
    paint = _paint if color else _unpainted
    lines = [paint(plain(report.source), "1") + f": {plain(report.format)}"]
    width = max(len(label) for label in report.summary)
    lines += [f"  {label:{width}}  {plain(value)}" for label, value in report.summary.items()]
    if report.parts:
        lines += [f"  {'holds':{width}}  {', '.join(report.parts)}"]
    if report.classes:
        lines += ["", "Load it as"]
        width = max(len(one.name) for one in report.classes)
        lines += [
            f"  {paint(f'{one.level:7}', COLORS[one.level])} {one.name:{width}}  {one.verdict}"
            for one in report.classes
        ]
    lines += ["", "Findings"]
    for one in report.findings:
        lines += _finding_text(one, base, paint)
    for note in report.notes:
        lines += textwrap.wrap(plain(note), WIDTH, initial_indent="  left    ", subsequent_indent=INDENT + " ")
    lines += ["", _closing(report)]
    return "\n".join(lines) + "\n"


def _finding_text(one: Finding, base: str, paint: Callable[[str, str], str]) -> list[str]:
    what = textwrap.wrap(plain(one.what.replace("`", "")), WIDTH - 10, break_long_words=False, break_on_hyphens=False)
    lines = [
        f"  {paint(f'{one.level:7}', COLORS[one.level])} {what[0]}",
        *(f"  {INDENT[1:]}{line}" for line in what[1:]),
    ]
    if one.level == "fine":
        return lines
    for label, text in (("", one.why), ("do: ", one.do), ("see ", link(one.page, base) if one.page else "")):
        if text:
            wrapped = textwrap.wrap(
                label + plain(text.replace("`", "")), WIDTH - 10, break_long_words=False, break_on_hyphens=False
            )
            lines += [f"  {INDENT[1:]}{line}" for line in wrapped]
    return lines


def _paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"


def _unpainted(text: str, _code: str) -> str:
    return text


def _closing(report: Report) -> str:
    counts = {level: sum(one.level == level for one in report.findings) for level in ("problem", "note", "fine")}
    how = "Every number was read." if report.full else "Sampled rows were read; --full reads every number."
    said = [
        f"{counts['problem']} problem{'s' * (counts['problem'] != 1)}",
        f"{counts['note']} note{'s' * (counts['note'] != 1)}",
    ]
    return f"{', '.join(said)}, {counts['fine']} fine. {how}"


# Markdown


def as_markdown(report: Report, base: str = BASE) -> str:
    """For a page or an issue: tables, with links to the pages that explain the findings."""
    lines = [f"**{_md(report.source)}**: {_md(report.format)}", "", "| | |", "| --- | --- |"]
    lines += [f"| {label} | {_md(value)} |" for label, value in report.summary.items()]
    lines += [f"| holds | {', '.join(report.parts)} |"] if report.parts else []
    if report.classes:
        lines += ["", "| load it as | | |", "| --- | --- | --- |"]
        lines += [f"| `{one.name}` | {one.level} | {one.verdict} |" for one in report.classes]
    lines += ["", "| | found | do |", "| --- | --- | --- |"]
    for one in report.findings:
        why = f" {_md_coded(one.why)}" if one.why and one.level != "fine" else ""
        see = f" [More]({link(one.page, base)})" if one.page else ""
        lines.append(f"| {one.level} | {_md_coded(one.what)}{why}{see} | {_md_coded(one.do)} |")
    lines += ["", *(f"- {_md(note)}" for note in report.notes), "", _closing(report)]
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def _md(text: object) -> str:
    return plain(text).translate(MARKDOWN)


def _md_coded(text: str) -> str:
    """Stretches between backticks as code, the rest escaped. A bar would end the table's cell also in code."""
    parts = plain(text).split("`")
    return "".join(
        f"<code>{_html(part)}</code>" if index % 2 else part.translate(MARKDOWN) for index, part in enumerate(parts)
    )


# HTML


def as_html(report: Report, base: str = BASE) -> str:
    """A fragment without scripts and styles; each level is a class."""
    rows = [f"<tr><th>{_html(label)}</th><td>{_html(value)}</td></tr>" for label, value in report.summary.items()]
    if report.parts:
        rows.append(f"<tr><th>holds</th><td>{_html(', '.join(report.parts))}</td></tr>")
    parts = [
        '<section class="inspection">',
        f"<p><strong>{_html(report.source)}</strong>: {_html(report.format)}</p>",
        f'<table class="summary">{"".join(rows)}</table>',
    ]
    if report.classes:
        parts.append(f'<table class="classes">{"".join(_class_html(one) for one in report.classes)}</table>')
    parts.append(f'<ul class="findings">{"".join(_finding_html(one, base) for one in report.findings)}</ul>')
    parts += [f"<p>{_html(note)}</p>" for note in report.notes]
    return "\n".join([*parts, f"<p>{_html(_closing(report))}</p>", "</section>"]) + "\n"


def _class_html(one: ClassFit) -> str:
    cells = f"<th><code>{_html(one.name)}</code></th><td>{one.level}</td><td>{_html(one.verdict)}</td>"
    return f'<tr class="{one.level}">{cells}</tr>'


def _finding_html(one: Finding, base: str) -> str:
    why = f" {_html_coded(one.why)}" if one.why else ""
    do = f" <strong>Do:</strong> {_html_coded(one.do)}" if one.do else ""
    see = f' <a href="{_html(link(one.page, base))}">More</a>' if one.page else ""
    return f'<li class="{one.level}"><strong>{one.level}</strong> {_html_coded(one.what)}{why}{do}{see}</li>'


def _html(text: object) -> str:
    return plain(text).translate(HTML)


def _html_coded(text: str) -> str:
    parts = plain(text).split("`")
    return "".join(f"<code>{_html(part)}</code>" if index % 2 else _html(part) for index, part in enumerate(parts))


# JSON


def as_json(report: Report, base: str = BASE) -> str:
    """For programs: the report's own fields, the worst level, and the pages as links."""
    content = asdict(report)
    for one in content["findings"]:
        one["page"] = link(one["page"], base) if one["page"] else ""
    content = {"schema": 1, "level": report.level, "failed": report.failed, **content}
    return json.dumps(content, indent=1, ensure_ascii=True, allow_nan=False) + "\n"
