"""A claim under other versions, in words, in lanes and in numbers to quote: from the record alone, nothing is run.

Everything here reads the spans of the claim's answers.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from explainer.inputs.library_versions import LibrarySet
from explainer.versions.answers import NOTHING, SILENT, Answers, ClaimAnswers, Span, spans

WORDS = {"holds": "holds", "fails": "fails", "cannot": "cannot run", "untested": "not tested by us"}
TOPS = ("since", "between", "spans", "tested")
NOWHERE = ("", "", False)


@dataclass(frozen=True)
class Lane:
    """A claim over the releases: what it asks, and for `holds` or a piece of a reason (look, word)."""

    claim: str
    asks: str
    words: dict[str, tuple[str, str]]


def known_spans(entry: ClaimAnswers, *, by_reason: bool = False) -> list[Span]:
    """Return the spans that say whether the claim is true there; others lie in the gaps."""
    return [span for span in spans(entry, by_reason=by_reason) if span.answer not in SILENT]


def flips(entry: ClaimAnswers) -> Iterator[tuple[Span, Span]]:
    """Yield every change from holding to failing or back that the tested releases show, oldest first."""
    for was, now in pairwise(known_spans(entry)):
        if was.answer != now.answer:
            yield was, now


def untested(entry: ClaimAnswers, sets: list[LibrarySet]) -> list[LibrarySet]:
    """Return the sets under which the claim, as it stands, has not been run."""
    return [one for one in sets if one not in entry.answers]


def span(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return the sentences of a claim's panel: under which versions it holds, and what was not tested.

    That is by our own limits or, of the sets, not yet.
    """
    found = spans(entry)
    parts = []
    for one in found:
        where = f"in {one.where}"
        if one is found[-1]:
            where = f"{'' if one is not found[0] else 'in every version we tested, '}from {one.first.title} on"
        if one.answer != "untested":
            parts.append(f"{WORDS[one.answer]} {where}")
    left = len(untested(entry, sets))
    if not found:
        return "Not tested with other versions yet." if left else ""
    are = "is" if left == 1 else "are"
    sentences = [f"Under other versions: {'; '.join(parts)}."] if parts else []
    sentences += [f"We could not test: {limits}."] if (limits := _own_limits(entry)) else []
    sentences += [f"{left} of {len(sets)} versions {are} not tested yet."] if left else []
    return " ".join(sentences)


def _own_limits(entry: ClaimAnswers) -> str:
    """Return the releases that our own program or set-up stopped, by the reason; older libraries are in the table."""
    places: dict[str, list[str]] = {}
    for one in spans(entry, by_reason=True):
        if one.answer == "untested" and not one.first.is_other:
            places.setdefault(one.whys[0], []).append(one.where)
    return "; ".join(f"{', '.join(where)} ({why})" for why, where in places.items())


def since(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return what the newest versions answer, and from which on; releases under which it cannot run say nothing.

    Nothing, too, before it was run under all sets: the first of them with this answer is not known then.
    """
    newest, always = _newest(entry, sets)
    where = "in every version we could test, from" if always else "from"
    return f"{WORDS[newest.answer]} {where} {newest.first.title} on" if newest else ""


def in_short(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return the same in a few words, for a badge; and where it was not run under all sets, that."""
    left = len(untested(entry, sets))
    if left == len(sets):
        return "not tested with other versions yet"
    return since(entry, sets) or f"tested with {len(sets) - left} of {len(sets)} versions so far"


def first_release(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return the release from which on the claim holds, for a mark; nothing if it held in all that could run it."""
    newest, always = _newest(entry, sets)
    if newest is None or always or newest.answer != "holds":
        return ""
    return newest.first.title if newest.first.is_other else newest.first.version


def held_through(entry: ClaimAnswers, sets: list[LibrarySet]) -> str:
    """Return the first and the newest version for which it holds, for a cell; nothing where these are not two."""
    newest, _ = _newest(entry, sets)
    if not newest or newest.answer != "holds" or newest.first == sets[-1]:
        return ""
    first, last = newest.first, sets[-1]
    return f"{first.title}–{last.version if first.library == last.library else last.title}"


def _newest(entry: ClaimAnswers, sets: list[LibrarySet]) -> tuple[Span | None, bool]:
    """Return the newest answer, from the first version that gave it, and whether there was never another."""
    known = known_spans(entry) if not untested(entry, sets) else []
    always = len({one.answer for one in known}) == 1
    return (known[0] if always else known[-1]) if known else None, always


def intervals(entry: ClaimAnswers, answer: str) -> list[list[str]]:
    """Return the first and last versions of each stretch with this answer; no last where it goes on to today.

    A library that went on under another name is one line of versions.
    """
    stretches = [list(same) for _, same in groupby(spans(entry), key=lambda one: one.answer)]
    return [
        [same[0].first.version, "" if same is stretches[-1] else same[-1].last.version]
        for same in stretches
        if same[0].answer == answer
    ]


def lanes(answers: Answers, sets: list[LibrarySet], wanted: Iterable[Lane]) -> dict[str, Any]:
    """Return what a figure of releases is drawn from: the heads of its columns, and each question's answers over time.

    Of each claim `words` say what an answer means: `holds`, or a piece of why it fails → its look and its word. A
    release under which it cannot run says nothing, nor does a claim that was not run. Raises KeyError for an answer
    without a word.
    """
    majors = ["" if one.is_other else one.version.split(".")[0] for one in sets]
    columns = [head if head not in majors[:at] else "" for at, head in enumerate(majors)]
    return {
        "columns": columns,
        "lanes": [{"asks": lane.asks, "stretches": _stretches(answers, sets, lane)} for lane in wanted],
    }


def _stretches(answers: Answers, sets: list[LibrarySet], lane: Lane) -> list[dict[str, Any]]:
    stretches: list[dict[str, Any]] = []
    for one in known_spans(answers.get(lane.claim, NOTHING), by_reason=True):
        (why,) = one.whys
        pieces = [piece for piece in lane.words if piece != "holds" and piece in why]
        piece = "holds" if one.answer == "holds" else next(iter(pieces), "")
        if piece not in lane.words:
            raise KeyError(f"{lane.claim}: {why or one.answer}")
        look, word = lane.words[piece]
        if not stretches or (stretches[-1]["look"], stretches[-1]["word"]) != (look, word):
            start = one.first.title if one.first.is_other else one.first.version
            stretches.append({"look": look, "word": word, "from": start, "at": column(one.first, sets)})
    return stretches


def column(one: LibrarySet, sets: list[LibrarySet]) -> int:
    """Return the place of the first set of the library that is that release or a later one."""
    return next(at for at, other in enumerate(sets) if other.library == one.library and other.order >= one.order)


def quotable_releases(answers: Answers, sets: list[LibrarySet], shared: dict[str, str]) -> dict[str, Any]:
    """Return the version numbers that a sentence may quote, so that no page types one.

    `since.topic.claim` is the release from which on a claim holds, `between.topic.claim` the two tested ones between
    which that changed, where nobody has searched for it. `spans.topic.claim.fails_1` is one span of an answer: `first`,
    `last` and both in `words`. `tested` are the versions of the whole site; `shared` are those of the libraries that
    did not vary.
    """
    if not answers:
        return {}
    found: dict[str, Any] = {top: {} for top in TOPS}
    for key, entry in answers.items():
        topic, _, name = key.partition("/")
        last, first, exact = _change(entry)
        change = first if exact else f"{last} and {first}"
        for top, value in (("since" if exact else "between", change if first else ""), ("spans", _edges(entry))):
            if value:
                found[top].setdefault(topic, {})[name] = value
    found["tested"] = {"oldest": sets[0].title, "newest": sets[-1].title, **shared}
    return found


def _change(entry: ClaimAnswers) -> tuple[str, str, bool]:
    """Return the last release known to fail, the first after it that holds, and whether nothing can lie between them.

    Empty where it never failed, or where the change came with another library.
    """
    found = spans(entry)
    failed = max((at for at, one in enumerate(found) if one.answer == "fails"), default=len(found))
    held = next((at for at in range(failed + 1, len(found)) if found[at].answer == "holds"), None)
    if held is None or found[held].first.is_other:
        return NOWHERE
    last, first = found[failed].last, found[held].first
    if not last.is_other:
        return last.version, first.version, found[held].follows(found[failed])
    return (last.version, first.version, True) if held == failed + 1 else NOWHERE


def _edges(entry: ClaimAnswers) -> dict[str, dict[str, str]]:
    """Return the exact edges of each span of one answer and reason: `fails_1`, `holds_1`, `fails_2`, oldest first.

    The oldest has no `first` and the newest no `last`. A span that begins after releases under which the program
    cannot run has no `first` either.
    """
    found = [one for one in spans(entry, by_reason=True) if not one.first.is_other]
    edges: dict[str, dict[str, str]] = {}
    counted: Counter[str] = Counter()
    for before, one, then in zip([None, *found], found, [*found[1:], None], strict=False):
        if one.answer in SILENT:
            continue
        counted[one.answer] += 1
        first = one.first.version if before and before.answer not in SILENT and one.follows(before) else ""
        last = one.last.version if then and then.follows(one) else ""
        words = (first if first == last else f"{first} to {last}") if first and last else ""
        named = {"first": first, "last": last, "words": words}
        edges[f"{one.answer}_{counted[one.answer]}"] = {name: edge for name, edge in named.items() if edge}
    return {name: edge for name, edge in edges.items() if edge}
