"""Render a report as text, Markdown or JSON, by pure functions. Text from a file is escaped here, for each form."""

import json
import re
import textwrap
import unicodedata
from dataclasses import asdict
from typing import Any

from inspector.data import Finding, Level, Report

DEFAULT_BASE_URL = "docs/"  # where the pages are in a clone
COLORS: dict[Level, str] = {"fine": "32", "note": "33", "problem": "31;1"}  # of a terminal: green, yellow, bold red
INDENT = " " * 9
WIDTH = 80
# As entities: what a backslash escapes is not the same in every Markdown.
HTML_ESCAPES = str.maketrans({letter: f"&#{ord(letter)};" for letter in "<>&\"'|*_`[]{}"})
MARKDOWN_ESCAPES = str.maketrans({letter: f"&#{ord(letter)};" for letter in "\\`*_{}[]#|!~^$<>&"})


def link(page: str, base: str) -> str:
    """Return a page's address below a base: a folder on a site ("://" in the base), the `.md` file otherwise."""
    if "://" not in base:
        return base + page
    file, mark, anchor = page.partition("#")
    return base + re.sub(r"(^|/)index\.md$|\.md$", "/", file) + mark + anchor


def printable(text: object) -> str:
    """Return one line of text that moves no cursor, sets no colour and turns no writing direction."""
    return "".join(_escape(letter) for letter in str(text))


def _escape(letter: str) -> str:
    # Cf: marks that turn the direction or join letters; Cs: lone surrogates, which cannot be encoded; Co: private use.
    if letter == " " or (letter.isprintable() and unicodedata.category(letter) not in ("Cf", "Cs", "Co")):
        return letter
    return letter.encode("unicode_escape", "surrogatepass").decode("ascii")


def as_text(report: Report, base: str = DEFAULT_BASE_URL, color: bool = False) -> str:
    """Return the report for a terminal or a pipe."""
    lines = [_paint(printable(report.source), "1", color) + f": {printable(report.format)}"]
    width = max(len(label) for label in report.summary)
    lines += [f"  {label:{width}}  {printable(value)}" for label, value in report.summary.items()]
    if report.parts:
        lines += [f"  {'holds':{width}}  {', '.join(report.parts)}"]
    if report.classes:
        lines += ["", "Load it as"]
        width = max(len(fit.name) for fit in report.classes)
        lines += [
            f"  {_paint(f'{fit.level:7}', COLORS[fit.level], color)} {fit.name:{width}}  {fit.verdict}"
            for fit in report.classes
        ]
    lines += ["", "Findings"]
    for finding in report.findings:
        lines += _finding_lines(finding, base, color)
    for note in report.notes:
        lines += textwrap.wrap(printable(note), WIDTH, initial_indent="  left    ", subsequent_indent=INDENT + " ")
    lines += ["", _closing_line(report)]
    return "\n".join(lines) + "\n"


def _finding_lines(finding: Finding, base: str, color: bool) -> list[str]:
    """Return a finding's lines; one that is fine has no reason and no advice."""
    first, *more = _wrap(finding.what)
    lines = [f"  {_paint(f'{finding.level:7}', COLORS[finding.level], color)} {first}"]
    if finding.level != "fine":
        address = link(finding.page, base) if finding.page else ""
        for label, text in (("", finding.why), ("do: ", finding.do), ("see ", address)):
            more += _wrap(label + text) if text else []
    return lines + [f"  {INDENT[1:]}{line}" for line in more]


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(printable(text.replace("`", "")), WIDTH - 10, break_long_words=False, break_on_hyphens=False)


def _paint(text: str, color_code: str, color: bool) -> str:
    return f"\x1b[{color_code}m{text}\x1b[0m" if color else text


def _closing_line(report: Report) -> str:
    """Return how many findings of each level there are, and how closely the file was read."""
    counts = {level: sum(finding.level == level for finding in report.findings) for level in COLORS}
    how = (
        "Every number that this tool can read was read."
        if report.full
        else "Sampled rows were read; --full reads every number."
    )
    to_look_at = [
        f"{counts['problem']} problem{'s' * (counts['problem'] != 1)}",
        f"{counts['note']} note{'s' * (counts['note'] != 1)}",
    ]
    return f"{', '.join(to_look_at)}, {counts['fine']} fine. {how}"


# Markdown


def as_markdown(report: Report, base: str = DEFAULT_BASE_URL) -> str:
    """Return the report for a page or an issue: tables, with links to the pages that explain the findings."""
    lines = [f"**{_escape_markdown(report.source)}**: {_escape_markdown(report.format)}", "", "| | |", "| --- | --- |"]
    lines += [f"| {label} | {_escape_markdown(value)} |" for label, value in report.summary.items()]
    lines += [f"| holds | {', '.join(report.parts)} |"] if report.parts else []
    if report.classes:
        lines += ["", "| load it as | | |", "| --- | --- | --- |"]
        lines += [f"| `{fit.name}` | {fit.level} | {fit.verdict} |" for fit in report.classes]
    lines += ["", "| | found | do |", "| --- | --- | --- |"]
    for finding in report.findings:
        why = f" {_markdown_with_code(finding.why)}" if finding.why and finding.level != "fine" else ""
        more = f" [More]({link(finding.page, base)})" if finding.page else ""
        what, do = _markdown_with_code(finding.what), _markdown_with_code(finding.do)
        lines.append(f"| {finding.level} | {what}{why}{more} | {do} |")
    lines += ["", *(f"- {_escape_markdown(note)}" for note in report.notes), "", _closing_line(report)]
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def _escape_markdown(text: object) -> str:
    return printable(text).translate(MARKDOWN_ESCAPES)


def _markdown_with_code(text: str) -> str:
    """Return text whose stretches between backticks are code, as HTML: in Markdown a bar in code would end the cell."""
    parts = printable(text).split("`")
    return "".join(
        f"<code>{part.translate(HTML_ESCAPES)}</code>" if index % 2 else part.translate(MARKDOWN_ESCAPES)
        for index, part in enumerate(parts)
    )


# JSON


def as_json(report: Report, base: str = DEFAULT_BASE_URL) -> str:
    """Return the report for programs, as JSON."""
    return json.dumps(as_dict(report, base), indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def as_json_error(source: str, lines: list[str]) -> str:
    """Return the JSON for a checkpoint that cannot be read."""
    content = {"schema": 1, "source": printable(source), "unreadable": lines}
    return json.dumps(content, indent=1, ensure_ascii=True) + "\n"


def as_dict(report: Report, base: str = DEFAULT_BASE_URL) -> dict[str, Any]:
    """Return what the JSON spells: the report's own fields, the worst level, and the pages as links."""
    content = asdict(report)
    for finding in content["findings"]:
        finding["page"] = link(finding["page"], base) if finding["page"] else ""
    return {"schema": 1, "level": report.level, "failed": report.failed, **content}
