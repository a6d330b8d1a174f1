"""Describe how a claim's answer changed with the releases: in words, as lanes of a figure, as numbers to quote.

All of it is read from the recorded answers, by their ranges of releases (`answers.release_ranges`); nothing runs here.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from explainer.errors import UserError
from explainer.inputs.library_versions import LibrarySet
from explainer.versions.answers import INCONCLUSIVE, NO_ANSWERS, Answers, ClaimAnswers, ReleaseRange, release_ranges

ANSWER_WORDS = {"holds": "holds", "fails": "fails", "cannot": "cannot run", "untested": "not tested by us"}
QUOTABLE_GROUPS = ("since", "between", "spans", "tested")
NO_CHANGE = ("", "", False)  # of `_last_fix`


@dataclass(frozen=True)
class Lane:
    """Represent one line of a figure over the releases: its claim, and the question at its head.

    `labels` maps `holds`, or a piece of the reason why the claim fails, to the look and the label of that answer.
    """

    claim: str
    question: str
    labels: dict[str, tuple[str, str]]


def conclusive_ranges(claim_answers: ClaimAnswers, *, by_reason: bool = False) -> list[ReleaseRange]:
    """Return the ranges in which the claim holds or fails, without those in which it cannot run or is untested."""
    return [
        release_range
        for release_range in release_ranges(claim_answers, by_reason=by_reason)
        if release_range.answer not in INCONCLUSIVE
    ]


def sets_not_run(claim_answers: ClaimAnswers, sets: list[LibrarySet]) -> list[LibrarySet]:
    """Return the library sets under which the claim's present program has not run: these have no answer at all."""
    return [library_set for library_set in sets if library_set not in claim_answers.answers]


def describe_releases(claim_answers: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return the sentences of a claim's panel: under which versions it holds, and what was not tested.

    Two things count as not tested: releases where our own limits stopped the program, and sets that have not run.
    Why our own limits did so is no matter of a reader's.
    """
    ranges = release_ranges(claim_answers)
    parts = []
    for release_range in ranges:
        where = f"in {release_range.title}"
        if release_range is ranges[-1]:  # also if the newest sets have not run: the last sentence says so
            scope = "" if release_range is not ranges[0] else "in every version we tested, "
            where = f"{scope}from {release_range.first.title} on"
        if release_range.answer != "untested":
            parts.append(f"{ANSWER_WORDS[release_range.answer]} {where}")
    not_run_count = len(sets_not_run(claim_answers, sets))
    if not ranges:
        return "Not tested with other versions yet." if not_run_count else ""
    verb = "is" if not_run_count == 1 else "are"
    sentences = [f"Under other versions: {'; '.join(parts)}."] if parts else []
    sentences += [f"Not tested {where}."] if (where := _untested_releases(ranges)) else []
    sentences += [f"{not_run_count} of {len(sets)} versions {verb} not tested yet."] if not_run_count else []
    return " ".join(sentences)


def _untested_releases(ranges: list[ReleaseRange]) -> str:
    """Return in words under which releases our own limits stopped the program, such as `before X or in Y to Z`.

    Older libraries are not named: no program need be written for them.
    """
    first_tested = next((index for index, one in enumerate(ranges) if one.answer != "untested"), len(ranges))
    untested = [
        (f"in {one.title}", index < first_tested < len(ranges))
        for index, one in enumerate(ranges)
        if one.answer == "untested" and not one.first.is_older_library
    ]
    before = [f"before {ranges[first_tested].first.title}"] if any(is_leading for _, is_leading in untested) else []
    return " or ".join([*before, *(where for where, is_leading in untested if not is_leading)])


def summarize_releases(claim_answers: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return the newest answer and the release it began with, such as `holds from transformers 5.0.0 on`, for a badge.

    Releases under which the claim cannot run do not count. If the claim has not run under every library set, the first
    release with the answer is not known: return how many sets have run so far.
    """
    not_run_count = len(sets_not_run(claim_answers, sets))
    if not_run_count == len(sets):
        return "not tested with other versions yet"
    newest_range, never_changed = _newest_range(claim_answers, sets)
    if not newest_range:
        return f"tested with {len(sets) - not_run_count} of {len(sets)} versions so far"
    where = "in every version we could test, from" if never_changed else "from"
    return f"{ANSWER_WORDS[newest_range.answer]} {where} {newest_range.first.title} on"


def holds_since(claim_answers: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return the release from which on the claim holds, for a mark: a version, for an older library with its name.

    Empty if the claim does not hold today, has always held, or has not run under every library set.
    """
    newest_range, never_changed = _newest_range(claim_answers, sets)
    if newest_range is None or never_changed or newest_range.answer != "holds":
        return ""
    return newest_range.first.title if newest_range.first.is_older_library else newest_range.first.version


def holding_versions(claim_answers: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return the versions for which the claim holds, as `first–newest`, for a table.

    Empty if it does not hold today, holds in the newest set alone, or has not run under every library set.
    """
    newest_range, _ = _newest_range(claim_answers, sets)
    if not newest_range or newest_range.answer != "holds" or newest_range.first == sets[-1]:
        return ""
    first, last = newest_range.first, sets[-1]
    return f"{first.title}–{last.version if first.library == last.library else last.title}"


def _newest_range(claim_answers: ClaimAnswers, sets: list[LibrarySet]) -> tuple[ReleaseRange | None, bool]:
    """Return the newest range that holds or fails (the first if the answer never changed), and whether it never did.

    The range is None if the claim has not run under every library set, or cannot run under any.
    """
    conclusive = conclusive_ranges(claim_answers) if not sets_not_run(claim_answers, sets) else []
    never_changed = len({release_range.answer for release_range in conclusive}) == 1
    return (conclusive[0] if never_changed else conclusive[-1]) if conclusive else None, never_changed


def versions_with(claim_answers: ClaimAnswers, answer: str) -> list[list[str]]:
    """Return the first and last version of each stretch of releases with this answer; the last is "" if it goes on.

    A stretch may go from one library to the next, as pytorch-transformers went on under the name transformers.
    """
    stretches = [
        list(stretch)
        for _, stretch in groupby(release_ranges(claim_answers), key=lambda release_range: release_range.answer)
    ]
    return [
        [stretch[0].first.version, "" if stretch is stretches[-1] else stretch[-1].last.version]
        for stretch in stretches
        if stretch[0].answer == answer
    ]


def lane_data(answers: Answers, sets: list[LibrarySet], lanes: Iterable[Lane]) -> dict[str, Any]:
    """Return the data of a figure over the releases: a column for each set, and a lane for each claim.

    A column's head is its major version where that begins, else empty. Releases under which a claim cannot run are
    left out, and a claim that never ran has an empty lane. Raise UserError for an answer without a label.
    """
    majors = ["" if library_set.is_older_library else library_set.version.split(".")[0] for library_set in sets]
    column_heads = [major if major not in majors[:index] else "" for index, major in enumerate(majors)]
    return {
        "columns": column_heads,
        "lanes": [{"question": lane.question, "ranges": _lane_ranges(answers, sets, lane)} for lane in lanes],
    }


def _lane_ranges(answers: Answers, sets: list[LibrarySet], lane: Lane) -> list[dict[str, Any]]:
    """Return a lane's bars, oldest first; ranges whose look and label are the same are one bar."""
    ranges: list[dict[str, Any]] = []
    for release_range in conclusive_ranges(answers.get(lane.claim, NO_ANSWERS), by_reason=True):
        (why,) = release_range.reasons  # one, as a new reason begins a new range
        pieces = [piece for piece in lane.labels if piece != "holds" and piece in why]
        piece = "holds" if release_range.answer == "holds" else next(iter(pieces), "")
        if piece not in lane.labels:
            raise UserError(f"a lane has no word for '{lane.claim}: {why or release_range.answer}'")
        look, label = lane.labels[piece]
        if not ranges or (ranges[-1]["look"], ranges[-1]["label"]) != (look, label):
            first = release_range.first
            start = first.title if first.is_older_library else first.version
            ranges.append({"look": look, "label": label, "start": start, "at": column_of(first, sets)})
    return ranges


def column_of(release: LibrarySet, sets: list[LibrarySet]) -> int:
    """Return the index of the first library set that is this release or a later one of the same library.

    Raise StopIteration if it is newer than every set.
    """
    return next(
        index
        for index, library_set in enumerate(sets)
        if library_set.library == release.library and library_set.sort_key >= release.sort_key
    )


def quotable_releases(answers: Answers, sets: list[LibrarySet], torch_version: str | None) -> dict[str, Any]:
    """Return the version numbers that a sentence may quote, so that no page types one.

    - `since.topic.claim`: the release from which on the claim holds, if a bisection found it; else
    - `between.topic.claim`: the two tested releases between which the answer changed.
    - `spans.topic.claim.fails_1`: one range of releases, with `first`, `last`, and both in `words`.
    - `tested`: `oldest` and `newest` of the library sets, and `torch`, if there is a `torch_version`.
    """
    if not answers:
        return {}
    groups: dict[str, Any] = {group: {} for group in QUOTABLE_GROUPS}
    for key, claim_answers in answers.items():
        topic, _, name = key.partition("/")
        last_failing, first_holding, is_exact = _last_fix(claim_answers)
        change = first_holding if is_exact else f"{last_failing} and {first_holding}"
        for group, value in (
            ("since" if is_exact else "between", change if first_holding else ""),
            ("spans", _edges_of_ranges(claim_answers)),
        ):
            if value:
                groups[group].setdefault(topic, {})[name] = value
    groups["tested"] = {"oldest": sets[0].title, "newest": sets[-1].title}
    if torch_version:
        groups["tested"]["torch"] = torch_version
    return groups


def _last_fix(claim_answers: ClaimAnswers) -> tuple[str, str, bool]:
    """Return the last release that fails, the next one that holds, and whether no release between them can be tested.

    Return NO_CHANGE if the claim never failed, has not held since, or the change came with another library.
    """
    ranges = release_ranges(claim_answers)
    failing = max(
        (index for index, release_range in enumerate(ranges) if release_range.answer == "fails"), default=len(ranges)
    )
    holding = next((index for index in range(failing + 1, len(ranges)) if ranges[index].answer == "holds"), None)
    if holding is None or ranges[holding].first.is_older_library:
        return NO_CHANGE
    last, first = ranges[failing].last, ranges[holding].first
    if not last.is_older_library:
        return last.version, first.version, ranges[holding].follows_directly(ranges[failing])
    # The last failure is another library's newest release: no release can lie between it and this library's first.
    return (last.version, first.version, True) if holding == failing + 1 else NO_CHANGE


def _edges_of_ranges(claim_answers: ClaimAnswers) -> dict[str, dict[str, str]]:
    """Return the exact edges of each range with one answer and reason: `fails_1`, `holds_1`, `fails_2`, oldest first.

    The oldest range has no `first` and the newest no `last`. An edge is left out if no bisection has found it, and
    `first` also after releases that cannot run the program.
    """
    ranges = [
        release_range
        for release_range in release_ranges(claim_answers, by_reason=True)
        if not release_range.first.is_older_library
    ]
    edges: dict[str, dict[str, str]] = {}
    numbers: Counter[str] = Counter()
    for previous_range, release_range, next_range in zip([None, *ranges], ranges, [*ranges[1:], None], strict=False):
        if release_range.answer in INCONCLUSIVE:
            continue
        numbers[release_range.answer] += 1
        has_exact_start = (
            previous_range
            and previous_range.answer not in INCONCLUSIVE
            and release_range.follows_directly(previous_range)
        )
        first = release_range.first.version if has_exact_start else ""
        last = release_range.last.version if next_range and next_range.follows_directly(release_range) else ""
        words = (first if first == last else f"{first} to {last}") if first and last else ""
        fields = {"first": first, "last": last, "words": words}
        edges[f"{release_range.answer}_{numbers[release_range.answer]}"] = {
            name: text for name, text in fields.items() if text
        }
    return {name: edge for name, edge in edges.items() if edge}
