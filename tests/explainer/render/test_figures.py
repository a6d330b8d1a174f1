"""What a figure cannot be drawn from is named; a lane of releases is found from what older libraries answered."""

import pytest

from explainer.inputs.figures import Figure, Lane
from explainer.inputs.library_versions import Libraries, LibrarySet
from explainer.render.figures import DRAW
from explainer.render.files import figure_files
from explainer.versions.answers import Answer
from explainer.versions.history import lanes
from tests.explainer.parts import answered, context, replaced, run
from tests.explainer.render.figures.materials import STEPS

OF_A_SITE = {"pillars": DRAW["waterfall"]}
RUNS = {"topic/name": {"once": run(STEPS)}}


@pytest.mark.parametrize(
    ("draw", "facts", "complaint"),
    [
        ("pillars", "topic.name.once", None),
        ("waterfall", "topic.name.once", None),
        ("pie", "topic.name.once", f"draw 'pie' is not one of: {', '.join(sorted({**DRAW, **OF_A_SITE}))}"),
        ("pillars", "topic.name.other", "there are no facts of topic.name.other"),
        ("scatter", "topic.name.once", "`scatter` needs 'points', which topic.name.once does not give"),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_one_line(draw: str, facts: str, complaint: str | None) -> None:
    entry = Figure("tall", 3, draw, "Title", "Caption", facts)
    files, problems = figure_files(context(runs=RUNS, figures=[entry]), OF_A_SITE)
    if complaint is None:
        assert problems == []
        assert set(files) == {"figures/tall.md"}
    else:
        assert problems == [f"content/figures.yml:3: `tall`: {complaint}"]
        assert files == {}


SETS = [LibrarySet("transformers", v) for v in ("1.0", "1.5", "2.0")]
OLD = LibrarySet("ports", "0.1")
HOLDS, TWICE = Answer("holds"), Answer("fails", "it holds 2 times")
GIVEN = (Answer("cannot"), HOLDS, TWICE, HOLDS)
ASKED = {"topic/name": answered([OLD, *SETS], GIVEN, ("1.1", HOLDS, "1.2", TWICE), ("1.6", TWICE, "1.7", HOLDS))}
LANE = Lane("topic/name", "how often", {"holds": ("right", "once"), "2 times": ("wrong", "twice")})


def test_a_lane_names_the_release_of_each_change_and_stands_in_the_column_that_saw_it() -> None:
    found = lanes(ASKED, [OLD, *SETS], [LANE])
    assert found["columns"] == ["", "1", "", "2"]
    told = [(one["word"], one["from"], one["at"]) for one in found["lanes"][0]["stretches"]]
    assert told == [("once", "1.0", 1), ("twice", "1.2", 2), ("once", "1.7", 3)]


def test_without_exact_releases_a_lane_goes_by_the_sets() -> None:
    unsearched = {"topic/name": answered([OLD, *SETS], GIVEN)}
    told = [one["from"] for one in lanes(unsearched, SETS, [LANE])["lanes"][0]["stretches"]]
    assert told == ["1.0", "1.5", "2.0"]


def drawn(*wanted: Lane) -> tuple[dict[str, str], list[str]]:
    entry = Figure("tall", 3, "releases", "Title", "Caption", lanes=wanted)
    libraries = Libraries(SETS, [], frozenset(), {})
    return figure_files(context(figures=[entry], answers=ASKED, libraries=libraries), {})


def test_an_answer_without_a_word_is_not_drawn() -> None:
    files, problems = drawn(replaced(LANE, words={"holds": ("right", "once")}))
    assert files == {}
    assert len(problems) == 1
    assert "topic/name: it holds 2 times" in problems[0]


def test_a_lane_of_a_claim_that_was_not_asked_says_so() -> None:
    untested = replaced(LANE, claim="topic/new", asks="how new")
    for lanes_ in ((untested,), (LANE, untested)):
        files, problems = drawn(*lanes_)
        assert problems == []
        assert files["figures/tall.md"].count("not tested yet") == 3  # in the drawing, its description, its numbers
