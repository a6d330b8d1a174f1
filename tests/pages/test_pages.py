"""The shipped pages against the committed facts. No torch."""

import re
from pathlib import Path

import pytest

from build_artifacts import extension
from explainer.facts.record import read_record
from explainer.inputs.library_versions import read_libraries, version_numbers
from explainer.inputs.pages import read_pages
from explainer.inputs.quotes import all_quotes
from explainer.paths import Project
from explainer.pipeline import artifact_files as artifacts
from explainer.pipeline.views import current_site
from explainer.versions.answers import NO_ANSWERS, read_answers

ROOT = Path(__file__).resolve().parents[2]
DECLARED = re.compile(r"^\{% set \w+ = [\w.]+ %\}$", re.MULTILINE)  # a short name for the facts of a claim


def test_the_pages_quote_facts_that_exist_and_no_number_is_typed() -> None:
    site = current_site(Project(ROOT), extension())
    assert site.problems == []
    assert all_quotes(site.context.site.pages)


@pytest.mark.parametrize("page", sorted(read_pages(ROOT)))
def test_a_page_has_a_description_and_a_question_or_name_for_a_title(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    front, _, body = text.removeprefix("---\n").partition("\n---\n")
    assert "description: " in front
    assert DECLARED.sub("", body).lstrip().startswith("# ")


def test_every_panel_has_recorded_output_for_each_of_its_runs() -> None:
    project = Project(ROOT)
    files = artifacts.read_files(project)
    for key, claim in read_record(project).claims.items():
        assert claim.runs
        for slug in claim.runs:
            assert files[f"outputs/{key}.{slug}.txt"].strip()


def test_no_path_of_a_machine_is_committed() -> None:
    for name, text in artifacts.read_files(Project(ROOT)).items():
        for place in (str(ROOT), str(Path.home()) + "/.", "/tmp/"):
            assert place not in text, name


def test_every_pull_request_named_goes_with_a_recorded_change() -> None:
    libraries = read_libraries(ROOT)
    claims = read_answers(ROOT, libraries)
    for key, pulls in libraries.pulls.items():
        entry = claims.get(key, NO_ANSWERS)
        if not entry.after and len({answer.answer for answer in entry.answers.values()}) != 1:
            continue  # its program is new, and `make bisect` has not searched for its changes since
        firsts = {first.version for first in entry.after}
        assert set(pulls) <= firsts, f"library_versions.yml: {key} did not change in {sorted(set(pulls) - firsts)}"


def test_a_change_lies_between_neighbouring_releases() -> None:
    """Each names the last release with the old answer, and the first with the new one: nothing can lie between them."""
    for key, entry in read_answers(ROOT, read_libraries(ROOT)).items():
        for first, last in (
            (version_numbers(first.version), version_numbers(last.version)) for first, last in entry.after.items()
        ):
            assert last < first, (key, first)
            assert first[:2] != last[:2] or first[2] - last[2] <= 2, (key, first)  # a number may have been left out


NOT_MEASURED = re.compile(r"\{% if counted\.not_measured.*")
UNMEASURED = re.compile(r"bert-base[^.]{0,60}(?:not measured|not yet|could not)|could not download", re.IGNORECASE)


def said_to_be_unmeasured(pages: dict[str, str]) -> dict[str, list[str]]:
    """Where pages say that a model was not measured, and in which words."""
    found = {page: [*NOT_MEASURED.findall(text), *UNMEASURED.findall(text)] for page, text in pages.items()}
    return {page: said for page, said in found.items() if said}


def test_that_a_model_is_not_measured_is_said_in_two_places_and_alike() -> None:
    pages = read_pages(ROOT)
    said = said_to_be_unmeasured(pages)
    assert said.keys() == {"index.md", "all-claims/index.md"}
    assert said["index.md"] == said["all-claims/index.md"]
    elsewhere = said_to_be_unmeasured({**pages, "heads/index.md": "bert-base is not measured here."})
    assert "heads/index.md" in elsewhere


def test_the_foot_names_the_authors_that_a_citation_names() -> None:
    cited = re.search(r"^authors:\n  - name: (.*)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    named = re.search(r"^site_author: (.*)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited is not None
    assert named is not None
    assert cited[1] == named[1]
