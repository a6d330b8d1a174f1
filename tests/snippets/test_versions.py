"""A page shows what the record says, and three sets of libraries still answer it: those are asked each night."""

import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from explainer.inputs.library_versions import LibrarySet
from explainer.paths import Project
from explainer.render.context import claim_page
from explainer.versions.answers import NO_ANSWERS, Answers, mark_untested, read_answers, select_current
from explainer.versions.history import describe_releases
from explainer.versions.install import overlay_paths
from explainer.versions.run import ClaimRunner
from tests.generated import generated

ROOT = Path(__file__).resolve().parents[2]
# Both older libraries, for which most programs are written by the build, and the one that .ci/run asks on each push.
TESTED = ("pytorch-pretrained-bert==0.6.2", "pytorch-transformers==1.2.0", "transformers==4.57.6")


@pytest.fixture(scope="module")
def runner() -> ClaimRunner:
    return ClaimRunner(Project(ROOT), jobs=2, limit=120, force=True)


@pytest.fixture(scope="module")
def recorded(runner: ClaimRunner) -> Answers:
    return select_current(runner.recorded, runner.claim_digests)


@pytest.mark.long
@pytest.mark.parametrize("pin", TESTED)
def test_the_record_is_what_the_claims_answer_under_a_set(pin: str, runner: ClaimRunner, recorded: Answers) -> None:
    """All that is recorded. A program that nobody asked there has nothing to be compared with: `make versions` asks."""
    one = next(one for one in runner.libraries.sets if one.pin == pin)
    if not all(path.is_dir() for path in overlay_paths(Project(ROOT).cache, one)):
        pytest.skip("this set of libraries is not installed; `make overlays SETS=…` installs it")
    expected = {key: entry.answers[one] for key, entry in recorded.items() if one in entry.answers}
    assert expected
    runner.run_stale(one, [snippet for snippet in runner.snippets if snippet.key in expected])
    assert {key: runner.answer(one, key) for key in expected} == expected


def wrongly_shown(pages: dict[str, str], runner: ClaimRunner, recorded: Answers, sets: list[LibrarySet]) -> list[str]:
    """Those with other answers than the present program's under the present sets, or none where some are."""
    shown = mark_untested(recorded, runner.libraries.not_tested)
    lines = {
        key: describe_releases(shown.get(key, NO_ANSWERS), sets) if key in runner.claim_digests else "" for key in pages
    }
    return [
        key
        for key, page in pages.items()
        if (lines[key] + "\n" not in page) or (not lines[key] and "nder other versions" in page)
    ]


def test_a_claims_page_shows_what_was_asked_of_its_program_as_it_stands_or_that_nothing_was(
    runner: ClaimRunner, recorded: Answers
) -> None:
    sets = runner.libraries.sets
    assert len(sets) >= 16
    pages = {one.key: (generated() / claim_page(one.key)).read_text(encoding="utf-8") for one in runner.snippets}
    assert wrongly_shown(pages, runner, recorded, sets) == []
    if waiting := runner.claim_digests.keys() - recorded.keys():
        warnings.warn(f"{len(waiting)} claims are not tested with other versions yet", stacklevel=1)
    # Each of these is seen: a program that changed since, a set that did, a line where versions cannot matter.
    key = next(iter(recorded))
    edited = select_current(runner.recorded, {**runner.claim_digests, key: "edited"})
    assert wrongly_shown(pages, runner, edited, sets) == [key]
    others = [replace(sets[0], version="0.0.1"), *sets[1:]]
    there = select_current(read_answers(ROOT, replace(runner.libraries, sets=others)), runner.claim_digests)
    assert len(wrongly_shown(pages, runner, there, others)) == len(recorded)
    plain = next(key for key in pages if key not in runner.claim_digests)
    assert wrongly_shown({plain: pages[plain] + "Under other versions: holds.\n"}, runner, recorded, sets) == [plain]
