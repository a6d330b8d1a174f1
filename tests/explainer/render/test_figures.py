"""Check that a figure's problems are named, and that its lanes show what older libraries answered."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from explainer.errors import UserError
from explainer.inputs.library_versions import Libraries, LibrarySet
from explainer.render import charts
from explainer.render.context import Context
from explainer.render.figures import Facts, context_figure, figure_of_run, figure_views
from explainer.render.svg import Drawing
from explainer.versions.answers import Answer
from explainer.versions.history import Lane, lane_data
from tests.explainer.parts import SNIPPET, answered, context, run
from tests.explainer.render.drawn import check


@figure_of_run("topic.name.once")
def tall(facts: Facts) -> Drawing:
    """How tall

    Two lines
    of a caption.
    """
    if facts["height"] == 0:
        raise UserError("nothing would be seen")
    return Drawing(["<path/>"], facts["height"], "A drawing of one height and nothing else.", [facts])


LINE = Path(__file__).read_text(encoding="utf-8").splitlines().index('@figure_of_run("topic.name.once")') + 1
PLACE = f"tests/explainer/render/test_figures.py:{LINE}"


@pytest.mark.parametrize(
    ("slug", "facts", "complaint"),
    [
        ("once", {"height": 9}, None),
        ("other", {"height": 9}, ": there are no facts of topic.name.once"),
        ("once", {"width": 9}, ": topic.name.once does not give 'height'"),
        ("once", {"height": 0}, ": nothing would be seen"),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_one_line(slug: str, facts: dict[str, Any], complaint: str | None) -> None:
    files, problems = figure_views(context(runs={"topic/name": {slug: run(facts)}}), [tall])
    if complaint is None:
        assert problems == []
        assert tall.caption == "Two lines of a caption."
        check(files["figure/tall"], tall)
    else:
        assert problems == [f"{PLACE}: `tall`{complaint}"]
        assert files == {}


def test_a_missing_column_is_a_problem_and_a_wrong_key_in_the_code_is_an_error() -> None:
    recorded = context(runs={"topic/name": {"once": run({"rows": [{"height": 9}]})}})
    of_run, colours = figure_of_run("topic.name.once"), {"red": "#f00"}
    missing = of_run(lambda facts: Drawing([], facts["rows"][0]["width"], "", []))
    _, problems = figure_views(recorded, [replace(tall, draw=missing.draw)])
    assert problems == [f"{PLACE}: `tall`: topic.name.once does not give 'width'"]
    wrong = of_run(lambda _: Drawing([colours["blue"]], 9, "", []))
    with pytest.raises(KeyError, match="blue"):
        figure_views(recorded, [replace(tall, draw=wrong.draw)])


def test_a_number_typed_into_a_caption_is_named_with_the_function() -> None:
    typed = replace(tall, caption="It is 0.75 high.")
    _, problems = figure_views(context(runs={"topic/name": {"once": run({"height": 9})}}), [typed])
    assert problems == [f"{PLACE}:1: the number 0.75 is typed by hand; quote a fact instead"]


SETS = [LibrarySet("transformers", v) for v in ("1.0", "1.5", "2.0")]
OLD = LibrarySet("ports", "0.1", is_older_library=True)
HOLDS, TWICE = Answer("holds"), Answer("fails", "it holds 2 times")
GIVEN = (Answer("cannot"), HOLDS, TWICE, HOLDS)
RECORDED = {"topic/name": answered([OLD, *SETS], GIVEN, ("1.1", HOLDS, "1.2", TWICE), ("1.6", TWICE, "1.7", HOLDS))}
LANE = Lane("topic/name", "how often", {"holds": ("right", "once"), "2 times": ("wrong", "twice")})


def test_a_lane_names_the_release_of_each_change_and_stands_in_the_column_that_saw_it() -> None:
    data = lane_data(RECORDED, [OLD, *SETS], [LANE])
    assert data["columns"] == ["", "1", "", "2"]
    bars = [(bar["label"], bar["start"], bar["at"]) for bar in data["lanes"][0]["ranges"]]
    assert bars == [("once", "1.0", 1), ("twice", "1.2", 2), ("once", "1.7", 3)]


def test_without_exact_releases_a_lane_goes_by_the_sets() -> None:
    unsearched = {"topic/name": answered([OLD, *SETS], GIVEN)}
    starts = [bar["start"] for bar in lane_data(unsearched, SETS, [LANE])["lanes"][0]["ranges"]]
    assert starts == ["1.0", "1.5", "2.0"]


def over_releases(*lanes: Lane) -> tuple[dict[str, str], list[str]]:
    @context_figure()
    def releases(context: Context) -> Drawing:
        """Title & more

        A caption.
        """
        return charts.releases(context, lanes, "answer")

    libraries = Libraries(SETS, [], frozenset(), {})
    snippets = [replace(SNIPPET, topic="topic", name=name) for name in ("name", "new")]
    files, problems = figure_views(context(snippets=snippets, answers=RECORDED, libraries=libraries), [releases])
    for text in files.values():
        check(text, releases)
    return files, problems


def test_each_answer_has_a_bar_as_long_as_it_was_so() -> None:
    files, problems = over_releases(LANE)
    assert problems == []
    text = files["figure/releases"]
    assert text.count('<rect class="answer" ') == 2 + 1  # one is the legend's
    assert text.count('<rect class="answer wrong" ') == 1 + 1
    assert "how often: once since 1.0; twice since 1.2; once since 1.7." in text


def test_an_answer_without_a_word_is_not_drawn() -> None:
    files, problems = over_releases(replace(LANE, labels={"holds": ("right", "once")}))
    assert files == {}
    assert len(problems) == 1
    assert "`releases`: a lane has no word for 'topic/name: it holds 2 times'" in problems[0]


def test_a_lane_of_a_claim_that_was_not_tested_says_so() -> None:
    untested = replace(LANE, claim="topic/new", question="how new is what nobody tested")
    for lanes in ((untested,), (LANE, untested)):
        files, problems = over_releases(*lanes)
        assert problems == []
        assert files["figure/releases"].count("not tested yet") == 3  # in the drawing, in words, in its numbers


def test_a_lane_of_no_claim_is_refused() -> None:
    _, problems = over_releases(replace(LANE, claim="topic/nane"))
    assert [line.partition(": ")[2] for line in problems] == ["`releases`: there is no snippet `topic/nane` for a lane"]
