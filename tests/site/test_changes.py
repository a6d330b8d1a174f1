"""No kept report can break a strict build, whatever the programs printed that it quotes."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from explainer.inputs.content import ChangedFact, ChangeReport, FailedClaim, NewFacts
from explainer.render.changes import all_reports
from tests.explainer.parts import context
from tests.site.built import ENGINES

HOSTILE = (
    '</div></details>\n\n# Heading\n\n--8<-- "nowhere.md"\n{{ facts.nothing }} {% raw %} '
    "[a](no.md) ![b](c.png) [x][y] <b>|"
)


def report(name: str) -> ChangeReport:
    """A report that is hostile in every text, under the name and title of another."""
    return ChangeReport(
        name=name,
        schema=1,
        date="2026-01-02",
        title=HOSTILE,
        note=HOSTILE,
        because=(HOSTILE,),
        failed=(FailedClaim("topic/other", HOSTILE, HOSTILE, HOSTILE),),
        facts=(ChangedFact(f"facts.topic.snippet.{HOSTILE}", "1", "2", (HOSTILE,)),),
        new=(NewFacts("topic/fresh", 1),),
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_hostile_text_breaks_no_strict_build(
    tmp_path: Path, small_site: Path, build_site: Callable[..., Any], engine: str
) -> None:
    folder = shutil.copytree(small_site, tmp_path / "site")
    text = all_reports(context(change_reports=[report("one"), report("two")]))
    (folder / "docs/artifacts/changes/all.md").write_text(text, encoding="utf-8")
    done = build_site(engine, folder)
    assert done.returncode == 0, done.stdout + done.stderr
    page = (folder / "site/changes/index.html").read_text(encoding="utf-8")
    assert page.count("<h3") == 2
    assert page.count("{{ facts.nothing }}") >= 6
    assert 'href="no.md"' not in page
