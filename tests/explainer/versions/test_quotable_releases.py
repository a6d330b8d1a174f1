"""Check which version numbers a sentence may quote, and which are not known well enough."""

from explainer.facts.quotable import common_torch_version
from explainer.facts.record import ClaimRecord, Record
from explainer.inputs.library_versions import LibrarySet
from explainer.versions.answers import Answer, ClaimAnswers
from explainer.versions.history import quotable_releases
from tests.explainer import parts

PINS = (("pytorch-transformers", "1.2.0"), *(("transformers", v) for v in ("2.0.0", "3.0.0", "4.0.0", "5.0.0")))
SETS = [LibrarySet(*pin, is_older_library=pin[0] != "transformers") for pin in PINS]
STATES = {"h": Answer("holds"), "f": Answer("fails"), "g": Answer("fails", "otherwise"), "c": Answer("cannot")}


def answers(states: str, *flips: tuple[str, str, str]) -> ClaimAnswers:
    """Return a claim's answers, a letter a set; a flip is last release, first release, both letters."""
    changes = [(last, STATES[both[0]], first, STATES[both[1]]) for last, first, both in flips]
    return parts.answered(SETS, [STATES[state] for state in states], *changes)


def releases(claim_answers: ClaimAnswers) -> dict[str, object]:
    """Return all that can be quoted about one claim."""
    tree = quotable_releases({"heads/bias": claim_answers}, SETS, None)
    return {top: tree[top]["heads"]["bias"] for top in ("since", "between", "spans") if tree[top]}


def test_a_change_that_was_searched_for_is_one_release_and_any_other_is_two() -> None:
    assert releases(answers("ffhhh", ("2.0.0", "2.1.0", "fh")))["since"] == "2.1.0"
    assert releases(answers("ffhhh")) == {"between": "2.0.0 and 3.0.0"}
    assert releases(answers("fchch")) == {}  # it came in with another library, and releases between cannot run it
    assert releases(answers("fhhhh")) == {"since": "2.0.0"}  # with another library, and nothing is in between
    assert releases(answers("hhhhh")) == {}
    assert releases(answers("cchch")) == {}


def test_releases_that_cannot_run_it_leave_an_interval() -> None:
    claim_answers = answers("hhfch", ("2.1.0", "2.1.1", "hf"), ("3.0.0", "3.1.0", "fc"), ("4.4.0", "4.5.0", "ch"))
    assert releases(claim_answers) == {
        "between": "3.0.0 and 4.5.0",
        "spans": {
            "holds_1": {"last": "2.1.0"},
            "fails_1": {"first": "2.1.1", "last": "3.0.0", "words": "2.1.1 to 3.0.0"},
        },
    }


def test_stretches_are_counted_by_answer_and_reason_and_one_release_is_named_once() -> None:
    flips = (("2.0.0", "2.4.0", "hf"), ("2.5.0", "2.5.1", "fg"), ("2.5.1", "2.6.0", "gh"))
    assert releases(answers("hhhhh", *flips)) == {
        "since": "2.6.0",
        "spans": {
            "holds_1": {"last": "2.0.0"},
            "fails_1": {"first": "2.4.0", "last": "2.5.0", "words": "2.4.0 to 2.5.0"},
            "fails_2": {"first": "2.5.1", "last": "2.5.1", "words": "2.5.1"},
            "holds_2": {"first": "2.6.0"},
        },
    }


def test_the_versions_of_the_whole_site() -> None:
    record = Record({"heads/bias": ClaimRecord("", {"once": parts.run()})})
    tested = {"oldest": "pytorch-transformers 1.2.0", "newest": "transformers 5.0.0", "torch": "2.13.0"}
    assert quotable_releases({"heads/bias": answers("hhhhh")}, SETS, common_torch_version(record))["tested"] == tested
    assert quotable_releases({}, SETS, None) == {}
