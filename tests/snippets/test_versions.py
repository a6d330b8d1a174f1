"""A page shows what the record says, and three sets of libraries still answer it: those are asked each night."""

import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from explainer.inputs.library_versions import LibrarySet
from explainer.paths import Project
from explainer.render.context import claim_page
from explainer.versions.answers import NOTHING, Answers, as_shown, current, read_answers
from explainer.versions.history import span
from explainer.versions.install import paths
from explainer.versions.run import Asked

ROOT = Path(__file__).resolve().parents[2]
# Both older libraries, for which most programs are written by the build, and the one that .ci/run asks on each push.
TESTED = ("pytorch-pretrained-bert==0.6.2", "pytorch-transformers==1.2.0", "transformers==4.57.6")


@pytest.fixture(scope="module")
def asked() -> Asked:
    return Asked(Project(ROOT), jobs=2, limit=120, force=True)


@pytest.fixture(scope="module")
def recorded(asked: Asked) -> Answers:
    return current(asked.record, asked.programs)


@pytest.mark.long
@pytest.mark.parametrize("pin", TESTED)
def test_the_record_is_what_the_claims_answer_under_a_set(pin: str, asked: Asked, recorded: Answers) -> None:
    """All that is recorded. A program that nobody asked there has nothing to be compared with: `make versions` asks."""
    one = next(one for one in asked.libraries.sets if one.pin == pin)
    if not all(path.is_dir() for path in paths(Project(ROOT).cache, one)):
        pytest.skip("this set of libraries is not installed; `make overlays SETS=…` installs it")
    expected = {key: entry.answers[one] for key, entry in recorded.items() if one in entry.answers}
    assert expected
    asked.ask(one, [snippet for snippet in asked.snippets if snippet.key in expected])
    assert {key: asked.answer(one, key) for key in expected} == expected


def wrongly_shown(pages: dict[str, str], asked: Asked, recorded: Answers, sets: list[LibrarySet]) -> list[str]:
    """Those with other answers than the present program's under the present sets, or none where some are."""
    shown = as_shown(recorded, asked.libraries.not_tested)
    lines = {key: span(shown.get(key, NOTHING), sets) if key in asked.programs else "" for key in pages}
    return [
        key
        for key, page in pages.items()
        if (lines[key] + "\n" not in page) or (not lines[key] and "nder other versions" in page)
    ]


def test_a_claims_page_shows_what_was_asked_of_its_program_as_it_stands_or_that_nothing_was(
    asked: Asked, recorded: Answers
) -> None:
    sets = asked.libraries.sets
    assert len(sets) >= 16
    docs = Project(ROOT).docs
    pages = {one.key: (docs / claim_page(one.key)).read_text(encoding="utf-8") for one in asked.snippets}
    assert wrongly_shown(pages, asked, recorded, sets) == []
    if waiting := asked.programs.keys() - recorded.keys():
        warnings.warn(f"{len(waiting)} claims are not tested with other versions yet", stacklevel=1)
    # Each of these is seen: a program that changed since, a set that did, a line where versions cannot matter.
    key = next(iter(recorded))
    edited = current(asked.record, {**asked.programs, key: "edited"})
    assert wrongly_shown(pages, asked, edited, sets) == [key]
    others = [replace(sets[0], version="0.0.1"), *sets[1:]]
    there = current(read_answers(ROOT, replace(asked.libraries, sets=others)), asked.programs)
    assert len(wrongly_shown(pages, asked, there, others)) == len(recorded)
    plain = next(key for key in pages if key not in asked.programs)
    assert wrongly_shown({plain: pages[plain] + "Under other versions: holds.\n"}, asked, recorded, sets) == [plain]
