"""Render the grid of claims by release: what differs between two releases, and why, on a claim's own page.

A page's script reads all rows as JSON, whose fields are those of the classes here; without the script the page shows
one pair of releases.
"""

import json
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from explainer.inputs.library_versions import LibrarySet, UpgradeNote
from explainer.render.context import Context, claim_page, link_between
from explainer.render.markup import slug
from explainer.render.templating import render
from explainer.versions.answers import INCONCLUSIVE, NO_ANSWERS, ReleaseRange, release_ranges
from explainer.versions.history import ANSWER_WORDS, column_of, conclusive_ranges

RELEASES_DATA = "versions/releases.json"  # a file for the page's script, below the artifacts
RELEASES_VIEW = "view/versions/releases"  # what the page shows itself
CANNOT, UNTESTED = -1, -2  # in `Row.at`, where no state is known
NEGATED_CLAIM = "Not so: {}"  # the words for a claim that fails, if nobody wrote others


@dataclass(frozen=True)
class State:
    """Hold an answer, `holds` or `fails`, in words, and what to do then (or "")."""

    answer: str
    words: str
    do: str


@dataclass(frozen=True)
class Step:
    """Hold a change of a claim's answer.

    `first` is the release that changed it, and `at` the index of the first library set that has the new answer. `last`
    is the last release tested before, or "" if no other lies between. `pull` is the pull request's address, or "".
    """

    at: int
    first: str
    last: str
    pull: str


@dataclass(frozen=True)
class Row:
    """Hold a claim with its different answers as `states`; `title` is the words of that which holds.

    `at` has for each library set the index of its state, or CANNOT or UNTESTED. `steps` are the changes, oldest first.
    `page` is the name of the claim's own page. A row that is not `heavy` has no entry in upgrades.yml.
    """

    title: str
    page: str
    heavy: bool
    states: list[State]
    at: list[int]
    steps: list[Step]

    def differs(self, start: int, end: int) -> bool:
        """Return whether two library sets, given by index, are known to answer differently."""
        return min(self.at[start], self.at[end]) >= 0 and self.at[start] != self.at[end]


def release_files(context: Context) -> dict[str, str]:
    """Return the data for the page's script; empty without sets."""
    sets = context.site.libraries.sets
    if not sets:
        return {}
    data = {
        "sets": [{"title": one.title, "short": _release_name(one), "name": _name_in_address(one)} for one in sets],
        "start": _start(context),
        "rows": [asdict(row) for row in rows(context)],
    }
    return {RELEASES_DATA: json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"}


def _start(context: Context) -> int:
    """Return the index of the set that the page starts from."""
    pins = [library_set.pin for library_set in context.site.libraries.sets]
    return pins.index(context.site.upgrades.start) if context.site.upgrades.start else 0


def rows(context: Context) -> list[Row]:
    """Return a row for each tested claim: those of upgrades.yml first, in its order."""
    tested = [key for key in context.sentences_by_key if key in context.answers]
    heavy = [key for key in context.site.upgrades.claims if key in context.answers]
    return [_row(key, context) for key in dict.fromkeys([*heavy, *sorted(tested)])]


def _row(key: str, context: Context) -> Row:
    sets, claim_answers, states = context.site.libraries.sets, context.answers[key], list[State]()
    note = context.site.upgrades.claims.get(key, UpgradeNote(key, 0))
    title = note.holds or context.sentences_by_key[key]

    def state_index(answer: str, why: str) -> int:
        """Return the index of an answer's state. Add the state if it is new."""
        if answer in INCONCLUSIVE:
            return CANNOT if answer == "cannot" else UNTESTED
        state = _state(note, answer, why, title)
        if state not in states:
            states.append(state)
        return states.index(state)

    answers = [claim_answers.answers.get(library_set) for library_set in sets]
    at = [state_index(answer.answer, answer.why) if answer else UNTESTED for answer in answers]
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
    return Row(title, slug(key.rpartition("/")[2]), key in context.site.upgrades.claims, states, at, steps)


def _state(note: UpgradeNote, answer: str, why: str, title: str) -> State:
    words = title if answer == "holds" else note.failure(why) or NEGATED_CLAIM.format(title)
    return State(answer, words, note.advice(answer))


def _step(was: ReleaseRange, now: ReleaseRange, sets: list[LibrarySet], pulls: dict[str, str]) -> Step:
    last = "" if now.follows_directly(was) else _release_name(was.last)
    return Step(column_of(now.first, sets), _release_name(now.first), last, pulls.get(now.first.version, ""))


def _release_name(library_set: LibrarySet) -> str:
    """Return the version, with the library's name if that is an older library of another name."""
    return library_set.title if library_set.is_older_library else library_set.version


def _name_in_address(library_set: LibrarySet) -> str:
    """Return the name of a set in the page's address, without the space that its title has."""
    return f"{library_set.library}-{library_set.version}" if library_set.is_older_library else library_set.version


def grid(context: Context, page: str) -> str:
    """Return what the page shows without its script: the upgrade from the set of index `start` to the newest."""
    sets, found, start = context.site.libraries.sets, rows(context), _start(context)
    end = len(sets) - 1
    changed = [row for row in found if row.differs(start, end)]
    return render(
        "releases.html",
        start=sets[start],
        end=sets[end],
        differ=len(changed),
        same=sum(row.at[start] == row.at[end] >= 0 for row in found),
        unknown=sum(min(row.at[start], row.at[end]) < 0 for row in found),
        lines=[
            {
                "title": row.title,
                "page": link_between(page, claim_page("x")).removesuffix("x/") + row.page,
                "was": row.states[row.at[start]],
                "now": row.states[row.at[end]],
                "steps": [step for step in row.steps if start < step.at <= end],
            }
            for row in changed
            if row.heavy
        ],
    )


def reasons(key: str, context: Context) -> list[dict[str, Any]]:
    """Return why a claim fails or cannot run, by release range, oldest first, without what our own limits stopped."""
    answers = context.answers.get(key, NO_ANSWERS).only(context.site.libraries.sets)
    return [
        {
            "where": release_range.title,
            "answer": ANSWER_WORDS[release_range.answer],
            "why": " ".join(release_range.reasons[0].replace("`", "").split()),
        }
        for release_range in release_ranges(answers, by_reason=True)
        if release_range.reasons[0] and release_range.answer != "untested"
    ]
