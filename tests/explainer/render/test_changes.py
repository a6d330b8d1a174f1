"""Check the reports of changes: newest first, and no text in one can change the page around it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from explainer.errors import UserError
from explainer.inputs.content import ChangeReport, read_change_reports
from explainer.render.changes import all_reports
from tests.explainer.parts import SNIPPET, context, run

FACT = {"fact": "facts.topic.snippet.once.norm_of_it", "was": "1.5", "now": "2.5", "pages": ["docs/topic/index.md"]}
FAILED = {"snippet": "topic/other", "run": "all_minilm", "claim": "It `is` so.", "why": "does not hold: assert so"}
GOOD: dict[str, Any] = {
    "schema": 1,
    "date": "2026-01-02",
    "title": "torch 2.13.0 → 2.14.0",
    "because": ["torch: 2.13.0 → 2.14.0 (3 runs)"],
    "failed": [FAILED],
    "facts": [FACT],
    "new": [{"snippet": "topic/fresh", "values": 4}],
}
PAGES = {"topic/index.md": '# Topic\n\n--8<-- "panels/topic/snippet.md"\n'}
CLAIM = replace(SNIPPET, topic="topic", name="snippet", claim="The `norm` grows.")


def reports(folder: Path, *contents: dict[str, Any]) -> list[ChangeReport]:
    (folder / "content" / "changes").mkdir(exist_ok=True, parents=True)
    for number, content in enumerate(contents):
        path = folder / "content" / "changes" / f"{content.get('date')}-{number}.yml"
        path.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")
    return read_change_reports(folder)


def rendered(found: list[ChangeReport]) -> str:
    return all_reports(context(change_reports=found, snippets=[CLAIM], pages=PAGES, runs={CLAIM.key: {"once": run()}}))


def test_no_reports_are_no_problem(tmp_path: Path) -> None:
    assert read_change_reports(tmp_path) == []


def test_reports_come_newest_first(tmp_path: Path) -> None:
    found = reports(tmp_path, GOOD, {**GOOD, "date": "2026-03-01"}, {**GOOD, "date": "2025-12-31", "note": "Older."})
    assert [report.date for report in found] == ["2026-03-01", "2026-01-02", "2025-12-31"]
    assert found[-1].note == "Older."


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"schema": 2}, "`schema` must be 1; write a report with build_artifacts.py --report (got 2)"),
        ({"title": None}, "`title` must be a text (got nothing)"),
        ({"note": 3}, "`note` must be a text"),
        ({"because": [1]}, "`because[0]` must be a text"),
        ({"facts": "none"}, "`facts` must be a list (got a text)"),
        (
            {"facts": [{"fact": "facts.a.b.c.d", "was": 1, "now": "2"}]},
            "`facts[0].was` must be a text (got a whole number)",
        ),
        (
            {"facts": [{**FACT, "fact": "norm"}]},
            "`facts[0].fact` must be a fact's name, facts.topic.snippet.name (got 'norm')",
        ),
        ({"facts": [{**FACT, "pages": "docs"}]}, "`facts[0].pages` must be a list"),
        ({"failed": [{"snippet": "a/b"}]}, "`failed[0].run` is missing"),
        ({"new": [{"snippet": "a/b"}]}, "`new[0].values` is missing"),
    ],
)
def test_a_file_that_is_no_report_is_named(tmp_path: Path, change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(UserError) as raised:
        reports(tmp_path, {**GOOD, **change})
    assert complaint in str(raised.value)
    assert "content/changes/2026-01-02-0.yml:1: " in str(raised.value)


def test_a_report_names_claims_and_numbers(tmp_path: Path) -> None:
    text = rendered(reports(tmp_path, GOOD))
    assert "### 2026-01-02: torch 2.13.0 → 2.14.0 { #changes-2026-01-02-0 }" in text
    assert "<li>It <code>is</code> so. On all_minilm.</li>" in text, "a bare assert is no reason"
    assert "<summary>1 number moved</summary>" in text
    assert '<a href="../c/snippet/">The <code>norm</code> grows.</a> Shown on <a href="../topic/">Topic</a>' in text
    assert "<td>norm of it</td><td>1.5</td><td>2.5</td>" in text


def test_a_reason_is_shown_where_it_is_a_sentence(tmp_path: Path) -> None:
    why = "snippets/topic/other.py:4: the bias is added 2 times"
    text = rendered(reports(tmp_path, {**GOOD, "failed": [{**FAILED, "run": "once", "why": why}]}))
    assert "<li>It <code>is</code> so. Now: the bias is added 2 times</li>" in text


def test_what_is_no_number_does_not_move(tmp_path: Path) -> None:
    parts = [{**FACT, "fact": "facts.topic.snippet.once.row.mean"}, {**FACT, "was": "[1]", "now": "[2]"}]
    text = rendered(reports(tmp_path, {**GOOD, "failed": [], "facts": parts}))
    assert "<p>Every claim still holds.</p>\n<p>No number moved.</p>" in text


def test_a_claim_that_is_gone_has_no_link(tmp_path: Path) -> None:
    text = all_reports(context(change_reports=reports(tmp_path, GOOD)))
    assert ">topic/snippet</th>" in text
    assert "<a " not in text


HOSTILE = (
    '</div></details>\n\n# Heading\n\n--8<-- "nowhere.md"\n{{ facts.nothing }} {% raw %} [a](no.md) ![b](c.png) <b>`x`|'
)


def hostile(value: Any) -> Any:
    """Return the value with the text appended to every string but dates, names and numbers."""
    if isinstance(value, dict):
        unchanged = ("date", "fact", "snippet", "was", "now")
        return {name: item if name in unchanged else hostile(item) for name, item in value.items()}
    if isinstance(value, list):
        return [hostile(item) for item in value]
    return f"{value} {HOSTILE}" if isinstance(value, str) else value


def test_hostile_text_is_only_text(tmp_path: Path) -> None:
    text = rendered(reports(tmp_path, {**hostile(GOOD), "note": HOSTILE}))
    assert text.count("</details>") == text.count("</div>") == 1
    assert "<b>" not in text
    assert "--8<--" not in text
    lines = text.splitlines()
    assert [line for line in lines if line.startswith("#")] == [lines[0]]
    assert "{" not in lines[0].removesuffix("{ #changes-2026-01-02-0 }")
    assert "" not in lines[lines.index('<div class="changes">') : lines.index("</div>")], (
        "a blank line would end the block of HTML"
    )
