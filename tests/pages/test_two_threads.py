"""The list on the page on the two threads agrees with the ledger, statement by statement."""

import re
from pathlib import Path

from explainer.inputs.site import read_site

ROOT = Path(__file__).resolve().parents[2]
TOPIC = "two_threads"
GROUPS = {
    "Half right": "half",
    "Wrong": "wrong",
    "False alarm": "false alarm",
    "Outdated": "outdated",
}


def verdicts_listed(text: str) -> dict[str, str]:
    """Statement → verdict, as bullets `- **Wrong:** [words](…/index.md#said-…); …` on a page have it."""
    bullets = re.findall(r"^ *- \*\*([^*]+):\*\* (.*?)(?=^ *- |^$)", text, re.DOTALL | re.MULTILINE)
    return {
        said.replace("-", "_"): GROUPS[group]
        for group, body in bullets
        if group in GROUPS
        for said in re.findall(r"\(\.\./what-people-say/index\.md#said-([\w-]+)\)", body)
    }


def test_the_short_answer_has_the_ledgers_verdicts() -> None:
    page = (ROOT / "docs" / "loading" / "two-threads.md").read_text(encoding="utf-8")
    ledger = {entry.name: entry.verdict for entry in read_site(ROOT).statements if entry.topic == TOPIC}
    assert verdicts_listed(page) == ledger


def test_a_statement_in_another_group_is_seen() -> None:
    said = "../what-people-say/index.md#said"
    page = f"""- **Half right:** [a]({said}-row);
  [b]({said}-names-decide).
- **Wrong:** [c]({said}-bytes).

- **Ask** [d]({said}-no).
"""
    assert verdicts_listed(page) == {"row": "half", "names_decide": "half", "bytes": "wrong"}
