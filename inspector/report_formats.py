"""A report → text, Markdown or JSON: pure functions. What a file says is escaped here, each time for the form."""

import json
import re
import textwrap
import unicodedata
from dataclasses import asdict

from inspector.data import Finding, Level, Report

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
    return "".join(_shown(letter) for letter in str(text))


def _shown(letter: str) -> str:
    if letter == " " or (letter.isprintable() and unicodedata.category(letter) not in ("Cf", "Cs", "Co")):
        return letter
    return letter.encode("unicode_escape", "surrogatepass").decode("ascii")


def as_text(report: Report, base: str = BASE, color: bool = False) -> str:
    """For a terminal or a pipe."""
    lines = [_painted(plain(report.source), "1", color) + f": {plain(report.format)}"]
    width = max(len(label) for label in report.summary)
    lines += [f"  {label:{width}}  {plain(value)}" for label, value in report.summary.items()]
    if report.parts:
        lines += [f"  {'holds':{width}}  {', '.join(report.parts)}"]
    if report.classes:
        lines += ["", "Load it as"]
        width = max(len(one.name) for one in report.classes)
        lines += [
            f"  {_painted(f'{one.level:7}', COLORS[one.level], color)} {one.name:{width}}  {one.verdict}"
            for one in report.classes
        ]
    lines += ["", "Findings"]
    for one in report.findings:
        lines += _finding_text(one, base, color)
    for note in report.notes:
        lines += textwrap.wrap(plain(note), WIDTH, initial_indent="  left    ", subsequent_indent=INDENT + " ")
    lines += ["", _closing(report)]
    return "\n".join(lines) + "\n"


def _finding_text(one: Finding, base: str, color: bool) -> list[str]:
    first, *more = _wrapped(one.what)
    lines = [f"  {_painted(f'{one.level:7}', COLORS[one.level], color)} {first}"]
    if one.level != "fine":
        see = link(one.page, base) if one.page else ""
        for label, text in (("", one.why), ("do: ", one.do), ("see ", see)):
            more += _wrapped(label + text) if text else []
    return lines + [f"  {INDENT[1:]}{line}" for line in more]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(plain(text.replace("`", "")), WIDTH - 10, break_long_words=False, break_on_hyphens=False)


def _painted(text: str, code: str, color: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if color else text


def _closing(report: Report) -> str:
    counts = {level: sum(one.level == level for one in report.findings) for level in ("problem", "note", "fine")}
    how = (
        "Every number that this tool can read was read."
        if report.full
        else "Sampled rows were read; --full reads every number."
    )
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
        f"<code>{part.translate(HTML)}</code>" if index % 2 else part.translate(MARKDOWN)
        for index, part in enumerate(parts)
    )


# JSON


def as_json(report: Report, base: str = BASE) -> str:
    """For programs: the report's own fields, the worst level, and the pages as links."""
    content = asdict(report)
    for one in content["findings"]:
        one["page"] = link(one["page"], base) if one["page"] else ""
    content = {"schema": 1, "level": report.level, "failed": report.failed, **content}
    return json.dumps(content, indent=1, ensure_ascii=True, allow_nan=False) + "\n"
