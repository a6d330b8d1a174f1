"""A claim under other library versions, in words and in stretches: from the record alone, nothing is run."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from explainer.inputs.figures import Lane
from explainer.inputs.library_versions import LIBRARY, LibrarySet, numbers
from explainer.versions.answers import NOTHING, Answer, Answers, ClaimAnswers, State

WORDS = {"holds": "holds", "fails": "fails", "cannot": "cannot be asked"}


@dataclass(frozen=True)
class Band:
    """Neighbouring releases in which a claim has the same answer; `why` is that of the first of them.

    `length` counts the sets, or the answers, that it is made of.
    """

    answer: State
    first: LibrarySet
    last: LibrarySet
    length: int
    why: str


def bands(answers: dict[str, Answer], sets: list[LibrarySet]) -> list[Band]:
    """The answers in the order of the sets, equal neighbours put together; a set without an answer is left out."""
    return _joined(_steps(ClaimAnswers("", answers), sets))


def _joined(steps: Iterable[Band]) -> list[Band]:
    found: list[Band] = []
    for step in steps:
        if found and (found[-1].answer, found[-1].first.library) == (step.answer, step.first.library):
            found[-1] = replace(found[-1], last=step.last, length=found[-1].length + step.length)
        else:
            found.append(step)
    return found


def _steps(entry: ClaimAnswers, sets: list[LibrarySet]) -> Iterator[Band]:
    """Each answer and its reason, to the release where changes were searched for, and of each set where not."""
    known = [one for one in sets if one.slug in entry.answers]
    searched = [one for one in known if entry.flips and one.library == LIBRARY]
    for one in known:
        if one not in searched:
            yield _band(entry.answers[one.slug], one, one)
    if searched:
        start, answer = searched[0], entry.answers[searched[0].slug]
        for flip in entry.flips:
            yield _band(answer, start, start.at(flip.last))
            start, answer = start.at(flip.first), Answer(flip.now, flip.why)
        yield _band(answer, start, searched[-1])


def _band(answer: Answer, first: LibrarySet, last: LibrarySet) -> Band:
    return Band(answer.answer, first, last, 1, answer.why)


def span(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """For a claim's panel: under which versions it holds, to the release where that was searched for, and how many of
    the sets have not been asked.
    """
    found = _joined(_steps(entry, sets))
    parts = []
    for band in found:
        where = f"in {band.first.title}"
        if band is found[-1]:
            where = f"{'' if band is not found[0] else 'in all that were asked, '}from {band.first.title} on"
        elif band.first != band.last:
            where += f" to {band.last.version}"
        parts.append(f"{WORDS[band.answer]} {where}")
    left = len(untested(entry, sets))
    if not parts:
        return "Not tested under other versions yet." if left else ""
    are = "is" if left == 1 else "are"
    rest = f" {left} of {len(sets)} sets of versions {are} not tested yet." if left else ""
    return f"Under other versions: {'; '.join(parts)}.{rest}"


def untested(entry: ClaimAnswers, sets: list[LibrarySet]) -> list[LibrarySet]:
    """The sets under which the claim, as it stands, has not been asked."""
    return [one for one in sets if one.slug not in entry.answers]


def since(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """What the newest versions answer, and from which on; releases under which it cannot run say nothing.

    Nothing, too, before it was asked under all sets: the first of them with this answer is not known then.
    """
    band, always = _newest(entry, sets)
    where = "wherever it can be asked, from" if always else "from"
    return f"{WORDS[band.answer]} {where} {band.first.title} on" if band else ""


def first_holding(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """The same as a version alone, for a cell; empty where the newest versions do not say that it holds."""
    band, _ = _newest(entry, sets)
    return band.first.title if band and band.answer == "holds" else ""


def _newest(entry: ClaimAnswers, sets: list[LibrarySet]) -> tuple[Band | None, bool]:
    """The newest answer from the first version that gave it, and whether there was never another."""
    found = _joined(_steps(entry, sets)) if not untested(entry, sets) else []
    known = [band for band in found if band.answer != "cannot"]
    always = len({band.answer for band in known}) == 1
    return (known[0] if always else known[-1]) if known else None, always


def intervals(entry: ClaimAnswers, sets: list[LibrarySet], answer: str) -> list[list[str]]:
    """The first and last versions of each stretch with this answer; the last is empty where it goes on to today.

    A library that went on under another name is one line of versions.
    """
    stretches = [list(same) for _, same in groupby(_steps(entry, sets), key=lambda band: band.answer)]
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
    for step in _steps(answers.get(lane.claim, NOTHING), sets):
        if step.answer == "cannot":
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
