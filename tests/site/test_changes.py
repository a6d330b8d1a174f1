"""No kept report can break a strict build, whatever the programs printed that it quotes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from explainer.inputs.kept_reports import Report
from explainer.render.changes import all_changes

HOSTILE = (
    '</div></details>\n\n# Heading\n\n--8<-- "nowhere.md"\n{{ facts.nothing }} {% raw %} '
    "[a](no.md) ![b](c.png) [x][y] <b>|"
)


def report(name: str) -> Report:
    """A report that is hostile in every text, under the name and title of another."""
    return Report(
        name=name,
        date="2026-01-02",
        title=HOSTILE,
        note=HOSTILE,
        because=[HOSTILE],
        failed=[{"snippet": "topic/other", "run": HOSTILE, "claim": HOSTILE, "why": HOSTILE}],
        facts=[{"fact": f"facts.topic.snippet.once.{HOSTILE}", "was": HOSTILE, "now": HOSTILE, "pages": [HOSTILE]}],
        new=[{"snippet": "topic/fresh", "values": 1}],
    )


@pytest.mark.parametrize("engine", ["mkdocs", "zensical"])
def test_hostile_text_breaks_no_strict_build(
    tmp_path: Path, copy_site_sources: Callable[[Path], Path], build_site: Callable[..., Any], engine: str
) -> None:
    folder = copy_site_sources(tmp_path / "site")
    text = all_changes([report("one"), report("two")], {}, {}, "changes/index.md")
    (folder / "docs/artifacts/changes/all.md").write_text(text, encoding="utf-8")
    done = build_site(engine, folder)
    assert done.returncode == 0, done.stdout + done.stderr
    page = (folder / "site/changes/index.html").read_text(encoding="utf-8")
    assert page.count("<h2") == 2
    assert page.count("{{ facts.nothing }}") >= 14
    assert 'href="no.md"' not in page
