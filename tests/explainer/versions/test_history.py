"""The answers of a claim in words: since when it holds, and why it fails or cannot run."""

from dataclasses import replace
from typing import Any

import pytest

from explainer.inputs.library_versions import Libraries, LibrarySet, version_numbers
from explainer.inputs.snippets import Snippet
from explainer.render import releases
from explainer.render.context import Context
from explainer.versions.answers import Answer, Answers, ClaimAnswers, mark_untested, release_ranges
from explainer.versions.history import describe_releases, holding_versions, quotable_releases, summarize_releases
from tests.explainer.parts import SNIPPET as PART
from tests.explainer.parts import answered, context, every_view, run

SETS = [
    LibrarySet("old-port", "0.6", is_older_library=True),
    *(LibrarySet("transformers", v) for v in ("2.0.0", "3.1.0", "4.2.1")),
]
LIBRARIES = Libraries(SETS, [], frozenset(), {"heads/bias": {"3.0.2": "https://example.org/pull/1"}})
SNIPPET = replace(PART, topic="heads", name="bias", claim="The `bias` is <once>.", imports=("transformers.BertModel",))
HOLDS, CANNOT, TWICE = Answer("holds"), Answer("cannot", "no"), Answer("fails", "it is <twice>")
CHANGE = ("3.0.1", TWICE, "3.0.2", HOLDS)


def entry(*answers: Answer, changes: tuple[Any, ...] = ()) -> ClaimAnswers:
    return answered(SETS, answers, *changes)


def site(answers: Answers, *snippets: Snippet) -> Context:
    runs = {snippet.key: {"once": run()} for snippet in snippets}
    outputs = {(snippet.key, "once"): "" for snippet in snippets}
    return context(snippets=[*snippets], answers=answers, libraries=LIBRARIES, runs=runs, outputs=outputs)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (entry(HOLDS), "holds in every version we tested, from old-port 0.6 on"),
        (entry(CANNOT, TWICE, TWICE, HOLDS), "fails in transformers 2.0.0 to 3.1.0; holds from transformers 4.2.1 on"),
        (
            entry(CANNOT, TWICE, HOLDS, HOLDS, changes=(CHANGE,)),
            "cannot run in old-port 0.6; fails in transformers 2.0.0 to 3.0.1; holds from transformers 3.0.2 on",
        ),
    ],
)
def test_a_range_in_words(asked: ClaimAnswers, said: str) -> None:
    assert said in describe_releases(asked, SETS)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (entry(CANNOT, HOLDS, CANNOT, HOLDS), "holds in every version we could test, from transformers 2.0.0 on"),
        (entry(HOLDS, CANNOT, TWICE, HOLDS), "holds from transformers 4.2.1 on"),
        (entry(CANNOT, TWICE, HOLDS, HOLDS, changes=(CHANGE,)), "holds from transformers 3.0.2 on"),
        (entry(CANNOT), "tested with 1 of 4 versions so far"),
        (entry(CANNOT, CANNOT, CANNOT, CANNOT), "tested with 4 of 4 versions so far"),
        (entry(), "not tested with other versions yet"),
    ],
)
def test_since_when_in_words(asked: ClaimAnswers, said: str) -> None:
    assert summarize_releases(asked, SETS) == said


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (entry(HOLDS, CANNOT, CANNOT, HOLDS), "old-port 0.6–transformers 4.2.1"),
        (entry(CANNOT, TWICE, HOLDS, HOLDS, changes=(CHANGE,)), "transformers 3.0.2–4.2.1"),
        (entry(CANNOT, HOLDS, HOLDS, TWICE), ""),
        (entry(CANNOT), ""),
    ],
)
def test_tested_with_in_a_cell(asked: ClaimAnswers, said: str) -> None:
    assert holding_versions(asked, SETS) == said


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (entry(), "Not tested with other versions yet."),
        (entry(TWICE, HOLDS), "holds from transformers 2.0.0 on. 2 of 4 versions are not tested yet."),
        (entry(TWICE, HOLDS, HOLDS), "on. 1 of 4 versions is not tested yet."),
    ],
)
def test_what_was_not_asked_is_said_and_gives_no_since(asked: ClaimAnswers, said: str) -> None:
    assert describe_releases(asked, SETS).endswith(said)
    assert " from " not in summarize_releases(asked, SETS)
    assert holding_versions(asked, SETS) == ""


def test_a_claim_that_no_library_concerns_has_no_line() -> None:
    plain = replace(SNIPPET, name="sum", imports=("torch.nn", "math"))
    found = site({}, SNIPPET, plain)
    assert found.describe_answers(describe_releases, "heads/bias") == "Not tested with other versions yet."
    assert found.describe_answers(describe_releases, "heads/sum") == ""


def test_equal_neighbours_are_one_span_and_libraries_are_not_mixed() -> None:
    found = release_ranges(entry(HOLDS, HOLDS, HOLDS, TWICE))
    assert [(one.answer, len(one.releases)) for one in found] == [("holds", 1), ("holds", 2), ("fails", 1)]
    assert release_ranges(entry()) == []


LIMITS = {"no network": "we test without a network"}
OURS, REFUSED = Answer("cannot", "Error: no network here"), Answer("cannot", "ImportError: no such name")


def shown(asked: ClaimAnswers) -> ClaimAnswers:
    return mark_untested({"heads/bias": asked}, LIMITS)["heads/bias"]


def test_what_our_own_limits_stopped_is_no_answer_about_the_library() -> None:
    found = shown(entry(REFUSED, OURS, TWICE, HOLDS))
    assert [answer.answer for answer in found.answers.values()] == ["cannot", "untested", "fails", "holds"]
    assert describe_releases(found, SETS) == (
        "Under other versions: cannot run in old-port 0.6; fails in transformers 3.1.0; "
        "holds from transformers 4.2.1 on. Not tested in transformers 2.0.0."
    )
    assert mark_untested({"heads/bias": found}, {})["heads/bias"] == found


def test_an_answer_after_what_was_not_tested_is_no_change_of_the_library() -> None:
    found = shown(entry(OURS, OURS, HOLDS, HOLDS, changes=(("3.0.1", OURS, "3.0.2", HOLDS),)))
    assert describe_releases(found, SETS) == (
        "Under other versions: holds from transformers 3.0.2 on. Not tested before transformers 3.0.2."
    )
    assert summarize_releases(found, SETS) == "holds in every version we could test, from transformers 3.0.2 on"
    assert "since" not in str(quotable_releases({"heads/bias": found}, SETS, None)["spans"])


def test_each_stretch_that_our_own_limits_stopped_is_named() -> None:
    untested = "Not tested before transformers 3.1.0 or in transformers 4.2.1."
    assert describe_releases(shown(entry(OURS, OURS, HOLDS, OURS)), SETS).endswith(untested)
    assert "Not tested" not in describe_releases(shown(entry(OURS, HOLDS, HOLDS, HOLDS)), SETS)  # only an older library
    assert describe_releases(shown(entry(OURS, OURS, OURS, OURS)), SETS) == "Not tested in transformers 2.0.0 to 4.2.1."


def test_each_release_has_its_own_reason() -> None:
    thrice = Answer("fails", "it is\n`thrice`")
    found = site({"heads/bias": shown(entry(OURS, TWICE, thrice, thrice))}, SNIPPET)
    assert [(one["where"], one["answer"], one["why"]) for one in releases.reasons("heads/bias", found)] == [
        ("transformers 2.0.0", "fails", "it is <twice>"),
        ("transformers 3.1.0 to 4.2.1", "fails", "it is thrice"),
    ]
    page = every_view(found)["../c/bias.md"].partition("## Versions")[2]
    assert "old-port" not in page and "network" not in page
    assert "- transformers 2.0.0: fails (`it is <twice>`)\n" in page


def test_within_a_searched_stretch_each_set_keeps_its_own_reason() -> None:
    """A search looks for changes of the answer alone: why a program cannot run may change on the way."""
    found = shown(entry(HOLDS, OURS, REFUSED, HOLDS, changes=(("4.2.0", REFUSED, "4.2.1", HOLDS),)))
    said = describe_releases(found, SETS)
    assert "cannot run in transformers 3.1.0 to 4.2.0; holds from transformers 4.2.1 on" in said
    assert said.endswith("Not tested in transformers 2.0.0.")


def test_releases_sort_as_numbers() -> None:
    assert sorted(["4.10.0", "4.9.2", "4.9"], key=version_numbers) == ["4.9", "4.9.2", "4.10.0"]
