"""Describe how a claim's answer changed with the releases: in words, as lanes of a figure, as numbers to quote.

All of it is read from the recorded answers, by their ranges of releases (`answers.release_ranges`); nothing runs here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from explainer.inputs.library_versions import LibrarySet
from explainer.versions.answers import INCONCLUSIVE, NO_ANSWERS, Answers, ClaimAnswers, ReleaseRange, release_ranges

ANSWER_WORDS = {"holds": "holds", "fails": "fails", "cannot": "cannot run", "untested": "not tested by us"}
QUOTABLE_GROUPS = ("since", "between", "spans", "tested")
NO_CHANGE = ("", "", False)


@dataclass(frozen=True)
class Lane:
    """Represent one line of a figure over the releases: its claim, and the question at its head.

    `words` has the look and the label of each answer, for `holds` or for a piece of the reason why it fails.
    """

    claim: str
    question: str
    labels: dict[str, tuple[str, str]]


def conclusive_ranges(entry: ClaimAnswers, *, by_reason: bool = False) -> list[ReleaseRange]:
    """Return the ranges in which the claim holds or fails; releases that do not tell lie between them."""
    return [item for item in release_ranges(entry, by_reason=by_reason) if item.answer not in INCONCLUSIVE]


def flips(entry: ClaimAnswers) -> Iterator[tuple[ReleaseRange, ReleaseRange]]:
    """Yield the ranges before and after each change from holding to failing or back, oldest first."""
    for was, now in pairwise(conclusive_ranges(entry)):
        if was.answer != now.answer:
            yield was, now


def untested_sets(entry: ClaimAnswers, sets: list[LibrarySet]) -> list[LibrarySet]:
    """Return the library sets under which the claim's present program has not run."""
    return [library_set for library_set in sets if library_set not in entry.answers]


def describe_releases(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return the sentences of a claim's panel: under which versions it holds, and what was not tested.

    A release is not tested because our own limits stopped the program, or because the set has not run yet.
    """
    ranges = release_ranges(entry)
    parts = []
    for release_range in ranges:
        where = f"in {release_range.title}"
        if release_range is ranges[-1]:
            scope = "" if release_range is not ranges[0] else "in every version we tested, "
            where = f"{scope}from {release_range.first.title} on"
        if release_range.answer != "untested":
            parts.append(f"{ANSWER_WORDS[release_range.answer]} {where}")
    not_yet = len(untested_sets(entry, sets))
    if not ranges:
        return "Not tested with other versions yet." if not_yet else ""
    are = "is" if not_yet == 1 else "are"
    sentences = [f"Under other versions: {'; '.join(parts)}."] if parts else []
    sentences += [f"We could not test: {limits}."] if (limits := _own_limits(entry)) else []
    sentences += [f"{not_yet} of {len(sets)} versions {are} not tested yet."] if not_yet else []
    return " ".join(sentences)


def _own_limits(entry: ClaimAnswers) -> str:
    """Return the releases that our own program or setup stopped, by reason; other libraries are in the table."""
    places: dict[str, list[str]] = {}
    for release_range in release_ranges(entry, by_reason=True):
        if release_range.answer == "untested" and not release_range.first.is_older_library:
            places.setdefault(release_range.reasons[0], []).append(release_range.title)
    return "; ".join(f"{', '.join(where)} ({why})" for why, where in places.items())


def describe_newest(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return the newest answer and the release it began with, such as `holds from transformers 5.0.0 on`.

    Releases under which the claim cannot run do not count. Empty if the claim has not run under every library set:
    the first release with the answer is not known then.
    """
    newest, always = _newest_range(entry, sets)
    where = "in every version we could test, from" if always else "from"
    return f"{ANSWER_WORDS[newest.answer]} {where} {newest.first.title} on" if newest else ""


def summarize_releases(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return the newest answer in a few words, for a badge, or how many library sets have run so far."""
    not_yet = len(untested_sets(entry, sets))
    if not_yet == len(sets):
        return "not tested with other versions yet"
    return describe_newest(entry, sets) or f"tested with {len(sets) - not_yet} of {len(sets)} versions so far"


def first_release(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return the release from which on the claim holds, for a mark; empty if it held wherever it could run."""
    newest, always = _newest_range(entry, sets)
    if newest is None or always or newest.answer != "holds":
        return ""
    return newest.first.title if newest.first.is_older_library else newest.first.version


def holding_versions(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return the versions for which the claim holds today, `first–newest`, for a table; empty if fewer than two."""
    newest, _ = _newest_range(entry, sets)
    if not newest or newest.answer != "holds" or newest.first == sets[-1]:
        return ""
    first, last = newest.first, sets[-1]
    return f"{first.title}–{last.version if first.library == last.library else last.title}"


def _newest_range(entry: ClaimAnswers, sets: list[LibrarySet]) -> tuple[ReleaseRange | None, bool]:
    """Return the range with which the newest answer began, and whether the claim has never had another answer.

    The range is None if the claim has not run under every library set, or cannot run under any.
    """
    known = conclusive_ranges(entry) if not untested_sets(entry, sets) else []
    always = len({release_range.answer for release_range in known}) == 1
    return (known[0] if always else known[-1]) if known else None, always


def versions_with(entry: ClaimAnswers, answer: str) -> list[list[str]]:
    """Return the first and the last version of each range with this answer; the last is empty if it goes on to today.

    Libraries count as one line of versions here, as pytorch-transformers went on under the name transformers.
    """
    runs = [list(run) for _, run in groupby(release_ranges(entry), key=lambda release_range: release_range.answer)]
    return [
        [run[0].first.version, "" if run is runs[-1] else run[-1].last.version]
        for run in runs
        if run[0].answer == answer
    ]


def lane_data(answers: Answers, sets: list[LibrarySet], wanted: Iterable[Lane]) -> dict[str, Any]:
    """Return the data of a figure over the releases: a column for each set, and a lane for each claim.

    A column's head is its major version where that begins, else empty. Releases under which a claim cannot run are
    left out, and a claim that never ran has an empty lane. Raise KeyError for an answer without a label.
    """
    majors = ["" if library_set.is_older_library else library_set.version.split(".")[0] for library_set in sets]
    columns = [major if major not in majors[:index] else "" for index, major in enumerate(majors)]
    return {
        "columns": columns,
        "lanes": [{"question": lane.question, "ranges": _lane_ranges(answers, sets, lane)} for lane in wanted],
    }


def _lane_ranges(answers: Answers, sets: list[LibrarySet], lane: Lane) -> list[dict[str, Any]]:
    """Return a lane's bars, oldest first; ranges whose look and label are the same are one bar."""
    ranges: list[dict[str, Any]] = []
    for release_range in conclusive_ranges(answers.get(lane.claim, NO_ANSWERS), by_reason=True):
        (why,) = release_range.reasons
        pieces = [piece for piece in lane.labels if piece != "holds" and piece in why]
        piece = "holds" if release_range.answer == "holds" else next(iter(pieces), "")
        if piece not in lane.labels:
            raise KeyError(f"{lane.claim}: {why or release_range.answer}")
        look, label = lane.labels[piece]
        if not ranges or (ranges[-1]["look"], ranges[-1]["word"]) != (look, label):
            first = release_range.first
            start = first.title if first.is_older_library else first.version
            ranges.append({"look": look, "word": label, "from": start, "at": column_of(first, sets)})
    return ranges


def column_of(release: LibrarySet, sets: list[LibrarySet]) -> int:
    """Return the index of the first library set that is this release or a later one of the same library."""
    return next(
        index
        for index, library_set in enumerate(sets)
        if library_set.library == release.library and library_set.sort_key >= release.sort_key
    )


def quotable_releases(answers: Answers, sets: list[LibrarySet], shared: dict[str, str]) -> dict[str, Any]:
    """Return the version numbers that a sentence may quote, so that no page types one.

    - `since.topic.claim`: the release from which on the claim holds, if a bisection found it; else
    - `between.topic.claim`: the two tested releases between which the answer changed.
    - `spans.topic.claim.fails_1`: one range of releases, with `first`, `last`, and both in `words`.
    - `tested`: the oldest and newest version of the site, and `shared`, the versions of libraries that do not vary.
    """
    if not answers:
        return {}
    quotable: dict[str, Any] = {group: {} for group in QUOTABLE_GROUPS}
    for key, entry in answers.items():
        topic, _, name = key.partition("/")
        last, first, exact = _last_fix(entry)
        change = first if exact else f"{last} and {first}"
        for group, value in (("since" if exact else "between", change if first else ""), ("spans", _edges(entry))):
            if value:
                quotable[group].setdefault(topic, {})[name] = value
    quotable["tested"] = {"oldest": sets[0].title, "newest": sets[-1].title, **shared}
    return quotable


def _last_fix(entry: ClaimAnswers) -> tuple[str, str, bool]:
    """Return the last release that fails, the first later one that holds, and whether the change is exactly there.

    Return NO_CHANGE if the claim never failed, or if the change came with a switch to another library.
    """
    ranges = release_ranges(entry)
    failing = max(
        (at for at, release_range in enumerate(ranges) if release_range.answer == "fails"), default=len(ranges)
    )
    holding = next((at for at in range(failing + 1, len(ranges)) if ranges[at].answer == "holds"), None)
    if holding is None or ranges[holding].first.is_older_library:
        return NO_CHANGE
    last, first = ranges[failing].last, ranges[holding].first
    if not last.is_older_library:
        return last.version, first.version, ranges[holding].follows_directly(ranges[failing])
    # The last failure is another library's newest release: no release can lie between it and this library's first.
    return (last.version, first.version, True) if holding == failing + 1 else NO_CHANGE


def _edges(entry: ClaimAnswers) -> dict[str, dict[str, str]]:
    """Return the exact edges of each range with one answer and reason: `fails_1`, `holds_1`, `fails_2`, oldest first.

    The oldest range has no `first` and the newest no `last`. An edge is left out if no bisection has found it, and
    `first` also after releases that cannot run the program.
    """
    ranges = [
        release_range
        for release_range in release_ranges(entry, by_reason=True)
        if not release_range.first.is_older_library
    ]
    edges: dict[str, dict[str, str]] = {}
    numbers: Counter[str] = Counter()
    for before, release_range, after in zip([None, *ranges], ranges, [*ranges[1:], None], strict=False):
        if release_range.answer in INCONCLUSIVE:
            continue
        numbers[release_range.answer] += 1
        exact_start = before and before.answer not in INCONCLUSIVE and release_range.follows_directly(before)
        first = release_range.first.version if exact_start else ""
        last = release_range.last.version if after and after.follows_directly(release_range) else ""
        words = (first if first == last else f"{first} to {last}") if first and last else ""
        fields = {"first": first, "last": last, "words": words}
        edges[f"{release_range.answer}_{numbers[release_range.answer]}"] = {
            name: text for name, text in fields.items() if text
        }
    return {name: edge for name, edge in edges.items() if edge}
