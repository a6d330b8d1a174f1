"""A claim's scope as a reader sees it."""

from dataclasses import replace

import pytest

from explainer.render.files import topic_files
from explainer.render.overviews import claims_by_checkpoint
from explainer.render.scopes import ANCHOR, MEANS, PAGE
from tests.explainer.parts import SNIPPET, context, run

HERE = {SNIPPET.key: "padding/index.md"}


def panel(scope: str | None, facts: dict[str, object] | None = None, explained: str = "") -> str:
    runs = {SNIPPET.key: {"once": run(facts)}}  # type: ignore[arg-type]
    outputs = {(SNIPPET.key, "once"): "fine\n"}
    site = context(runs=runs, outputs=outputs, panels=HERE, snippets=[replace(SNIPPET, scope=scope)])
    site.site.pages[PAGE] = explained
    return topic_files(site)[f"panels/{SNIPPET.key}.md"]


@pytest.mark.parametrize("scope", ["arithmetic", "library", "checkpoint"])
def test_a_panel_says_the_scope_and_what_it_means(scope: str) -> None:
    assert f"\nScope: {scope} ({MEANS[scope]}).\n{{ .panel-span" in panel(scope)
    linked = panel(scope, explained=f"## What a claim is about {{ #{ANCHOR} }}")
    assert f"\n[Scope: {scope}](../{PAGE}#{ANCHOR}) ({MEANS[scope]}).\n" in linked


def test_an_experiment_says_how_many_runs() -> None:
    assert "Scope: experiment (5 runs, from their log)." in panel("experiment", {"seeds_run": 5})


def test_a_claim_without_a_scope_says_nothing() -> None:
    assert "Scope" not in panel(None)


def test_the_table_of_claims_has_a_column_where_a_claim_has_a_scope() -> None:
    for scope, shown in (("library", "<td>library</td>"), (None, "")):
        runs = {SNIPPET.key: {"once": run()}}
        text = claims_by_checkpoint(context(runs=runs, panels=HERE, snippets=[replace(SNIPPET, scope=scope)]))
        assert ('<th scope="col">scope</th>' in text) == bool(scope)
        assert f"The row is zero.</a></td>{shown}<td" in text
