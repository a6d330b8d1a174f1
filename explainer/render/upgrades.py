"""Render the view by upgrade: which claims answer differently under two library sets, as the reader moves between them.

A page's script reads all of it as JSON, whose fields are those of the classes here; without the script the page shows
one pair of sets.
"""

import json
from collections import Counter
from dataclasses import asdict, dataclass
from itertools import groupby, pairwise
from typing import Any

from explainer.inputs.library_versions import MAX_DETAIL_WEIGHT, UPGRADES_FILE, LibrarySet, UpgradeNote
from explainer.render.context import Context, claim_page, link_between
from explainer.render.markup import slug
from explainer.render.templating import render
from explainer.versions.answers import INCONCLUSIVE, ReleaseRange
from explainer.versions.history import column_of, conclusive_ranges

UPGRADE_DATA = "versions/upgrade.json"  # a file for the page's script, below the artifacts
UPGRADE_VIEW = "view/versions/upgrade"  # what the page shows itself
UNKNOWN_STATE = -1  # in `ChangedClaim.at`
NEGATED_CLAIM = "Not so: {}"  # the words for a claim that fails, if nobody wrote others


@dataclass(frozen=True)
class ClaimState:
    """Hold an answer of a claim in words, with the index of the group that lists changes to it, and what to do then."""

    words: str
    group: int
    do: str


@dataclass(frozen=True)
class AnswerStep:
    """Hold a change of a claim's answer.

    `first` is the release that changed it, and `at` the index of the first library set that has the new answer. `last`
    is the last release tested before, or "" if no other lies between. `pull` is the pull request's address, or "".
    """

    at: int
    first: str
    last: str
    pull: str


@dataclass(frozen=True)
class ChangedClaim:
    """Hold a claim that has had more than one answer, with its different answers as `states`.

    `at` has for each library set the index of its state, or UNKNOWN_STATE. `steps` are the changes, oldest first.
    `page` is the name of the claim's own page, and `weight` its rank among the lines of an upgrade.
    """

    claim: str
    page: str
    weight: int
    states: list[ClaimState]
    at: list[int]
    steps: list[AnswerStep]


def upgrade_files(context: Context) -> dict[str, str]:
    """Return the data for the page's script; empty if there is no upgrades.yml."""
    if not context.site.upgrades.groups:
        return {}
    claims, sets = changed_claims(context), context.site.libraries.sets
    data = {
        "sets": [{"title": library_set.title, "name": _name_in_address(library_set)} for library_set in sets],
        "start": _start(context),
        "groups": list(context.site.upgrades.groups.values()),
        "steady": _count_steady(context),
        "claims": [asdict(claim) for claim in claims],
    }
    return {UPGRADE_DATA: json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"}


def _start(context: Context) -> int:
    """Return the index of the set that the page starts from."""
    pins = [library_set.pin for library_set in context.site.libraries.sets]
    return pins.index(context.site.upgrades.start)


def changed_claims(context: Context) -> list[ChangedClaim]:
    """Return every claim that changed and for which upgrades.yml has words, the highest rank first."""
    notes = context.site.upgrades.claims
    keys = [key for key in changed_keys(context) if key in notes]
    keys.sort(key=lambda key: (-notes[key].rank, key))
    return [_changed_claim(key, notes[key], context) for key in keys]


def changed_keys(context: Context) -> list[str]:
    """Return the keys of the claims that hold under some of the library sets and fail under others."""
    answers = {
        key: {answer.answer for answer in claim_answers.answers.values()}
        for key, claim_answers in context.answers.items()
    }
    return [key for key in context.sentences_by_key if answers.get(key, set()) >= {"holds", "fails"}]


def reasons_without_words(context: Context) -> list[str]:
    """Return one line for each recorded reason of a failure that none of the texts in upgrades.yml fits."""
    lines = []
    for key, note in context.site.upgrades.claims.items():
        if isinstance(note.fails, dict) and key in context.answers:
            reasons = {answer.why for answer in context.answers[key].answers.values() if answer.answer == "fails"}
            lines += [
                f"{UPGRADES_FILE}:{note.line}: `{key}`: `fails` has no words for {why!r}"
                for why in sorted(reasons)
                if not any(piece in why for piece in note.fails)
            ]
    return lines


def _changed_claim(key: str, note: UpgradeNote, context: Context) -> ChangedClaim:
    sets, claim_answers = context.site.libraries.sets, context.answers[key]
    groups, states = list(context.site.upgrades.groups), list[ClaimState]()

    def state_index(answer: str, why: str) -> int:
        """Return the index of an answer's state. Add the state if it is new."""
        if answer in INCONCLUSIVE:
            return UNKNOWN_STATE
        words = _words(note, answer, why, context.sentences_by_key[key])
        state = ClaimState(words, groups.index(note.group_of(answer)), note.advice(answer))
        if state not in states:
            states.append(state)
        return states.index(state)

    answers = [claim_answers.answers.get(library_set) for library_set in sets]
    at = [state_index(answer.answer, answer.why) if answer else UNKNOWN_STATE for answer in answers]
    # Reasons with the same words are one state, so not every new range is a step.
    ranges = [
        (state_index(release_range.answer, release_range.reasons[0]), release_range)
        for release_range in conclusive_ranges(claim_answers, by_reason=True)
    ]
    pulls = context.site.libraries.pulls.get(key, {})
    steps = [
        _step(was, now, sets, pulls)
        for (old_state, was), (new_state, now) in pairwise(ranges)
        if old_state != new_state
    ]
    page = slug(key.rpartition("/")[2])
    return ChangedClaim(context.sentences_by_key[key], page, note.rank, states, at, steps)


def _words(note: UpgradeNote, answer: str, why: str, claim: str) -> str:
    """Return the words for an answer; a failure may have several, by a piece of its reason."""
    if answer == "holds":
        return note.holds or claim
    if isinstance(note.fails, dict):
        return next((words for piece, words in note.fails.items() if piece in why), why)
    return note.fails or NEGATED_CLAIM.format(claim)


def _step(was: ReleaseRange, now: ReleaseRange, sets: list[LibrarySet], pulls: dict[str, str]) -> AnswerStep:
    last = "" if now.follows_directly(was) else _release_name(was.last)
    return AnswerStep(column_of(now.first, sets), _release_name(now.first), last, pulls.get(now.first.version, ""))


def _release_name(library_set: LibrarySet) -> str:
    """Return the version, with the library's name if that is an older library of another name."""
    return library_set.title if library_set.is_older_library else library_set.version


def _name_in_address(library_set: LibrarySet) -> str:
    """Return the name of a set in the page's address, without the space that its title has."""
    return f"{library_set.library}-{library_set.version}" if library_set.is_older_library else library_set.version


def _count_steady(context: Context) -> dict[str, int]:
    """Count the claims that never changed, by the library sets with an answer: `"011"` means all sets but the first."""
    changing, counts = set(changed_keys(context)), Counter[str]()
    for key, claim_answers in context.answers.items():
        if key not in changing:
            answers = [claim_answers.answers.get(library_set) for library_set in context.site.libraries.sets]
            counts["".join("1" if answer and answer.answer not in INCONCLUSIVE else "0" for answer in answers)] += 1
    return dict(sorted(counts.items()))


def upgrade_lines(claims: list[ChangedClaim], start: int, end: int) -> list[dict[str, Any]]:
    """Return the claims with different answers under two sets, given by index, and their changes between the two."""
    low, high = sorted((start, end))
    return [
        {
            "claim": claim,
            "was": claim.states[claim.at[start]],
            "now": claim.states[claim.at[end]],
            "steps": [step for step in claim.steps if low < step.at <= high],
        }
        for claim in claims
        if UNKNOWN_STATE not in (claim.at[start], claim.at[end]) and claim.at[start] != claim.at[end]
    ]


def upgrade_list(context: Context, page: str) -> str:
    """Return what the page shows without its script: the upgrade from the set of index `start` to the newest."""
    claims, steady_counts, sets = changed_claims(context), _count_steady(context), context.site.libraries.sets
    start = _start(context)
    end = len(sets) - 1
    lines = upgrade_lines(claims, start, end)
    unknown = [claim for claim in claims if UNKNOWN_STATE in (claim.at[start], claim.at[end])]
    same = sum(count for sets_known, count in steady_counts.items() if sets_known[start] == sets_known[end] == "1")
    groups = []
    for index, heading in enumerate(context.site.upgrades.groups.values()):
        if group_lines := [line for line in lines if line["now"].group == index]:
            # The lines come by rank, so those of a low rank are the last: the page folds them.
            parts = groupby(group_lines, lambda line: line["claim"].weight <= MAX_DETAIL_WEIGHT)
            groups.append((heading, [(folded, list(part)) for folded, part in parts]))
    return render(
        "upgrade.html",
        start=sets[start].title,
        end=sets[end].title,
        differ=len(lines),
        same=same + len(claims) - len(unknown) - len(lines),
        unknown=sum(steady_counts.values()) - same + len(unknown),
        groups=groups,
        unknown_claims=unknown,
        # The link to the folder of the claims' pages: that to a claim with the name `x`, without the name.
        claims_folder=link_between(page, claim_page("x")).removesuffix("x/"),
    )
