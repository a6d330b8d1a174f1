"""A claim under other library versions, in words and in stretches: from the record alone, nothing is run."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from explainer.inputs.library_versions import LIBRARY, LibrarySet, numbers
from explainer.versions.answers import NOTHING, SILENT, Answer, Answers, ClaimAnswers, State

WORDS = {"holds": "holds", "fails": "fails", "cannot": "cannot run", "untested": "not tested by us"}


@dataclass(frozen=True)
class Lane:
    """A claim over the releases: what it asks, and for `holds` or a piece of a reason (look, word)."""

    claim: str
    asks: str
    words: dict[str, tuple[str, str]]


@dataclass(frozen=True)
class Band:
    """Neighbouring releases in which a claim has the same answer.

    `length` counts the sets, or the searched stretches, that it is made of. `reasons` say for which of them why,
    oldest first.
    """

    answer: State
    first: LibrarySet
    last: LibrarySet
    length: int
    reasons: tuple["Reason", ...]

    @property
    def why(self) -> str:
        """The reason of the first of them."""
        return self.reasons[0].why


@dataclass(frozen=True)
class Reason:
    """Why an answer is what it is, in neighbouring releases."""

    first: LibrarySet
    last: LibrarySet
    why: str

    @property
    def where(self) -> str:
        """The releases in words."""
        return self.first.title if self.first == self.last else f"{self.first.title} to {self.last.version}"


@dataclass(frozen=True)
class Change:
    """Two neighbouring answers that differ: after `was.last`, and by `now.first`.

    `exact`: no release lies between that could have been tested.
    """

    was: Band
    now: Band
    exact: bool


def bands(answers: dict[str, Answer], sets: list[LibrarySet]) -> list[Band]:
    """The answers in the order of the sets, equal neighbours put together; a set without an answer is left out."""
    return _joined(steps(ClaimAnswers("", answers), sets))


def _joined(given: Iterable[Band]) -> list[Band]:
    return [_as_one(list(same)) for _, same in groupby(given, key=lambda step: (step.answer, step.first.library))]


def _as_one(same: list[Band]) -> Band:
    told = [list(one) for _, one in groupby((reason for step in same for reason in step.reasons), lambda one: one.why)]
    reasons = tuple(Reason(one[0].first, one[-1].last, one[0].why) for one in told)
    return Band(same[0].answer, same[0].first, same[-1].last, sum(step.length for step in same), reasons)


def flips(entry: ClaimAnswers, sets: list[LibrarySet]) -> Iterator[Change]:
    """Every change from holding to failing or back that the tested releases show, oldest first.

    Releases that say nothing of the claim lie in the gap.
    """
    known = [band for band in _joined(steps(entry, sets)) if band.answer not in SILENT]
    searched = {(flip.last, flip.first) for flip in entry.flips}
    for was, now in pairwise(known):
        if was.answer != now.answer:
            exact = (was.last.version, now.first.version) in searched and was.last.library == now.first.library
            yield Change(was, now, exact)


def steps(entry: ClaimAnswers, sets: list[LibrarySet]) -> Iterator[Band]:
    """Each answer and its reason, to the release where changes were searched for.

    Where they were not, neighbouring sets with one answer are one step.
    """
    known = [one for one in sets if one.slug in entry.answers]
    searched = [one for one in known if entry.flips and one.library == LIBRARY]
    others = [one for one in known if one.library != LIBRARY] if searched else known
    for (answer, _), group in groupby(others, lambda one: (entry.answers[one.slug], one.library)):
        same = list(group)
        yield _band(answer, same[0], same[-1], len(same))
    if searched:
        start, answer = searched[0], entry.answers[searched[0].slug]
        for flip in entry.flips:
            yield from _stretch(answer, start, Answer(flip.was, flip.was_why), start.at(flip.last), entry, searched)
            start, answer = start.at(flip.first), Answer(flip.now, flip.why)
        yield from _stretch(answer, start, answer, searched[-1], entry, searched)


def _stretch(
    answer: Answer, first: LibrarySet, end: Answer, last: LibrarySet, entry: ClaimAnswers, sets: list[LibrarySet]
) -> Iterator[Band]:
    """Releases with one answer; where the program did not run, each reason by itself, as far as sets show it."""
    inside = [one for one in sets if numbers(first.version) < numbers(one.version) < numbers(last.version)]
    given = [(one, entry.answers[one.slug]) for one in inside if answer.answer in SILENT]
    before = first
    for one, now in [*given, *([(last, end)] if answer.answer in SILENT else [])]:
        if now != answer and one != first:
            yield _band(answer, first, before)
            first, answer = one, now
        before = one
    yield _band(answer, first, last)


def _band(answer: Answer, first: LibrarySet, last: LibrarySet, length: int = 1) -> Band:
    return Band(answer.answer, first, last, length, (Reason(first, last, answer.why),))


def span(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """For a claim's panel: under which versions it holds, to the release where that was searched for, and what of the
    sets was not tested, by our own limits or not yet.
    """
    found = _joined(steps(entry, sets))
    parts = []
    for band in found:
        where = f"in {band.first.title}"
        if band is found[-1]:
            where = f"{'' if band is not found[0] else 'in every version we tested, '}from {band.first.title} on"
        elif band.first != band.last:
            where += f" to {band.last.version}"
        if band.answer != "untested":
            parts.append(f"{WORDS[band.answer]} {where}")
    left = len(untested(entry, sets))
    if not found:
        return "Not tested with other versions yet." if left else ""
    are = "is" if left == 1 else "are"
    said = [f"Under other versions: {'; '.join(parts)}."] if parts else []
    said += [f"We could not test: {limits}."] if (limits := _own_limits(found)) else []
    said += [f"{left} of {len(sets)} versions {are} not tested yet."] if left else []
    return " ".join(said)


def _own_limits(found: list[Band]) -> str:
    """The releases that our own program or set-up kept us from, by the reason; older libraries are in the table."""
    places: dict[str, list[str]] = {}
    ours = [band for band in found if band.answer == "untested" and band.first.library == LIBRARY]
    for reason in (reason for band in ours for reason in band.reasons):
        places.setdefault(reason.why, []).append(reason.where)
    return "; ".join(f"{', '.join(where)} ({why})" for why, where in places.items())


def untested(entry: ClaimAnswers, sets: list[LibrarySet]) -> list[LibrarySet]:
    """The sets under which the claim, as it stands, has not been asked."""
    return [one for one in sets if one.slug not in entry.answers]


def since(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """What the newest versions answer, and from which on; releases under which it cannot run say nothing.

    Nothing, too, before it was asked under all sets: the first of them with this answer is not known then.
    """
    band, always = _newest(entry, sets)
    where = "in every version we could test, from" if always else "from"
    return f"{WORDS[band.answer]} {where} {band.first.title} on" if band else ""


def in_short(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """The same in a few words, for a badge; and where it was not asked under all sets, that."""
    left = len(untested(entry, sets))
    if left == len(sets):
        return "not tested with other versions yet"
    return since(entry, sets) or f"tested with {len(sets) - left} of {len(sets)} versions so far"


def held_through(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """The versions from the first to the newest for which it holds, for a cell; empty where these are not two."""
    band, _ = _newest(entry, sets)
    if not band or band.answer != "holds" or band.first == sets[-1]:
        return ""
    first, last = band.first, sets[-1]
    return f"{first.title}–{last.version if first.library == last.library else last.title}"


def _newest(entry: ClaimAnswers, sets: list[LibrarySet]) -> tuple[Band | None, bool]:
    """The newest answer from the first version that gave it, and whether there was never another."""
    found = _joined(steps(entry, sets)) if not untested(entry, sets) else []
    known = [band for band in found if band.answer not in SILENT]
    always = len({band.answer for band in known}) == 1
    return (known[0] if always else known[-1]) if known else None, always


def intervals(entry: ClaimAnswers, sets: list[LibrarySet], answer: str) -> list[list[str]]:
    """The first and last versions of each stretch with this answer; the last is empty where it goes on to today.

    A library that went on under another name is one line of versions.
    """
    stretches = [list(same) for _, same in groupby(steps(entry, sets), key=lambda band: band.answer)]
    return [
        [same[0].first.version, "" if same is stretches[-1] else same[-1].last.version]
        for same in stretches
        if same[0].answer == answer
    ]


def lanes(answers: Answers, sets: list[LibrarySet], wanted: Iterable[Lane]) -> dict[str, Any]:
    """What a figure of releases is drawn from: what heads the columns, and for each question its answers over time.

    Of each claim `words` say what an answer means: `holds`, or a piece of why it fails → its look and its word. A
    release under which it cannot run says nothing, nor does a claim that was not asked. Raises KeyError for an answer
    without a word.
    """
    majors = [one.version.split(".")[0] if one.library == LIBRARY else "" for one in sets]
    columns = [head if head not in majors[:at] else "" for at, head in enumerate(majors)]
    return {
        "columns": columns,
        "lanes": [{"asks": lane.asks, "stretches": _stretches(answers, sets, lane)} for lane in wanted],
    }


def _stretches(answers: Answers, sets: list[LibrarySet], lane: Lane) -> list[dict[str, Any]]:
    stretches: list[dict[str, Any]] = []
    for step in steps(answers.get(lane.claim, NOTHING), sets):
        if step.answer in SILENT:
            continue
        pieces = [piece for piece in lane.words if piece != "holds" and piece in step.why]
        piece = "holds" if step.answer == "holds" else next(iter(pieces), "")
        if piece not in lane.words:
            raise KeyError(f"{lane.claim}: {step.why or step.answer}")
        look, word = lane.words[piece]
        if not stretches or (stretches[-1]["look"], stretches[-1]["word"]) != (look, word):
            start = step.first.version if step.first.library == LIBRARY else step.first.title
            stretches.append({"look": look, "word": word, "from": start, "at": _column(step.first, sets)})
    return stretches


def _column(one: LibrarySet, sets: list[LibrarySet]) -> int:
    """The first set of the library that is that release or a later one."""
    ours = [at for at, other in enumerate(sets) if other.library == one.library]
    return next(at for at in ours if numbers(sets[at].version) >= numbers(one.version))
