"""A page's number and the record part company in no case unseen: each quoted fact is changed, and --check says where.

Here in one process, for all of them: the record with the changed fact, against results that give what is recorded.
`tests/snippets/test_quoted_facts.py` asks the command itself.
"""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from bert.figures import FIGURES
from explainer.fact_values import ELEMENT_SCALED, PlainValue, is_summary
from explainer.facts.merge import Merger, changes
from explainer.facts.record import ClaimRecord, FactName, Record, RunRecord, output_path, read_record
from explainer.inputs.quotes import all_quotes
from explainer.inputs.site import Site, read_site
from explainer.inputs.snippets import Snippet
from explainer.measure.installed import InstalledVersions
from explainer.measure.runner import Result
from explainer.measure.runs import Run, plan
from explainer.paths import Project
from explainer.pipeline.artifact_files import read_files
from explainer.pipeline.build_report import exit_status, terminal_lines
from explainer.pipeline.outcome import BuildOutcome, Options
from explainer.pipeline.page_lines import find_page_lines

ROOT = Path(__file__).resolve().parents[2]


def quoted(site: Site) -> dict[str, list[str]]:
    """Each fact that a page quotes, with all lines that do."""
    found: dict[str, list[str]] = {}
    for quote in all_quotes(site.pages):
        if quote.name.startswith("facts."):
            found.setdefault(quote.name, []).append(quote.place)
    return found


def changed(value: PlainValue, tolerance: float, scale: float) -> PlainValue:
    """Another value: a float just beyond what may differ between machines."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, float):
        return value + 1.5 * tolerance * max(abs(value), scale, 0.01)
    assert isinstance(value, str)
    return value + "!"


def with_changed(run: RunRecord, fact: FactName, tolerance: float) -> RunRecord:
    """The run with one scalar of it changed."""
    facts = copy.deepcopy(run.facts)
    *way, last = fact.path.split(".")
    holder: PlainValue = facts
    for part in way:
        assert isinstance(holder, dict)
        holder = holder[part]
    assert isinstance(holder, dict)
    ends = [holder["min"], holder["max"]] if is_summary(holder) and last in ELEMENT_SCALED else []
    scale = max((abs(end) for end in ends if isinstance(end, float)), default=0.0)
    holder[last] = changed(holder[last], tolerance, scale)
    return msgspec.structs.replace(run, facts=facts)


class Same(InstalledVersions):
    """The libraries that a run was recorded under."""

    def __init__(self, run: RunRecord) -> None:
        self.run = run

    def published_versions(self, snippet: Snippet) -> dict[str, str]:  # noqa: ARG002
        return self.run.measured.versions


@dataclass
class Recorded:
    """The site as it is committed."""

    site: Site
    record: Record
    outputs: dict[str, str]
    runs: dict[tuple[str, str], Run]

    def said(self, name: str) -> tuple[int, list[str]]:
        """The exit status and the report of a check, if this fact were another one in the record."""
        fact = FactName.parse(name, self.site.checkpoint_slugs)
        assert fact
        run, true = self.runs[fact.snippet_key, fact.slug], self.record.run(fact.snippet_key, fact.slug)
        assert true, f"{name} is recorded nowhere"
        wrong = with_changed(true, fact, run.snippet.tolerance)
        path = output_path(fact.snippet_key, fact.slug)
        output = self.outputs[path]
        before = Record({fact.snippet_key: ClaimRecord(run.snippet.claim, {fact.slug: wrong})})
        merger = Merger(before, {path: output}, true.measured.checkpoints, Same(true))
        after, _ = merger.merge([run], [Result(run, "cpu", 0.0, true.facts, output)])
        outcome = BuildOutcome(find_page_lines(self.site, FIGURES), changes=list(changes(before, after)))
        return exit_status(outcome, check=True), list(terminal_lines(outcome, Options(check=True)))


@pytest.fixture(scope="module")
def recorded() -> Recorded:
    site, project = read_site(ROOT), Project(ROOT)
    runs = {(run.snippet.key, run.slug): run for run in plan(site)}
    return Recorded(site, read_record(project), read_files(project), runs)


def unseen(recorded: Recorded, names: dict[str, list[str]]) -> Iterator[str]:
    """The quoted facts that could change without a word, or without the name of a line that quotes them."""
    for name, places in names.items():
        status, report = recorded.said(name)
        stale = next((at for at, line in enumerate(report) if line.startswith(f"STALE   {name}: ")), None)
        if status != 1 or stale is None:
            yield f"{name} may change unseen"
            continue
        under = report[stale + 1 :]
        yield from (f"{name} in {place} is not named" for place in places if f"        quoted in {place}" not in under)


def test_each_quoted_fact_is_seen_and_named_with_every_line(recorded: Recorded) -> None:
    names = quoted(recorded.site)
    assert names
    assert list(unseen(recorded, names)) == []


def test_what_a_figure_draws_and_a_table_holds_is_named_too(recorded: Recorded) -> None:
    where = find_page_lines(recorded.site, FIGURES)
    for figure in FIGURES:
        places = where[f"figure/{figure.name}"]
        if figure.run_name:
            assert set(places) <= set(where[f"facts.{figure.run_name}"])
    for table in recorded.site.joined_tables:
        for key in (key for _, keys in table.rows(recorded.site.assigned_names) for key in keys):
            assert set(where.get(f"joined/{table.name}", [])) <= set(where[f"{table.fact} of {key}"])
