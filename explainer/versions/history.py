"""A claim under other library versions, in words and in stretches: what was recorded, and nothing is run."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from explainer.inputs.library_versions import LibrarySet, numbers

WORDS = {"holds": "holds", "fails": "fails", "cannot": "cannot be asked"}


@dataclass(frozen=True)
class Band:
    """Neighbouring sets in which a claim has the same answer; `why` is that of the first of them."""

    answer: str
    first: LibrarySet
    last: LibrarySet
    length: int
    why: str


def bands(answers: dict[str, dict[str, str]], sets: list[LibrarySet]) -> list[Band]:
    """The answers in the order of the sets, equal neighbours put together; a set that was not asked is left out."""
    found: list[Band] = []
    for one in sets:
        answer = answers.get(one.slug)
        if answer is None:
            continue
        if found and found[-1].answer == answer["answer"] and found[-1].first.library == one.library:
            old = found.pop()
            found.append(Band(old.answer, old.first, one, old.length + 1, old.why))
        else:
            found.append(Band(answer["answer"], one, one, 1, answer.get("why", "")))
    return found


def span(entry: dict[str, Any], sets: list[LibrarySet]) -> str:
    """One sentence for a claim's panel: under which versions it holds, to the release where that was searched for."""
    parts = []
    found = _bands(entry, sets)
    for index, band in enumerate(found):
        last = index == len(found) - 1
        if last:
            where = f"from {band.first.title} on" if index else f"in all that were asked, from {band.first.title} on"
        elif band.first == band.last:
            where = f"in {band.first.title}"
        else:
            where = f"in {band.first.title} to {band.last.version}"
        parts.append(f"{WORDS[band.answer]} {where}")
    return f"Under other versions: {'; '.join(parts)}." if parts else ""


def since(entry: dict[str, Any], sets: list[LibrarySet]) -> str:
    """What the newest versions answer, and from which on; releases that could not be asked speak neither way."""
    band, always = _newest(entry, sets)
    if band is None:
        return ""
    where = "wherever it can be asked, from" if always else "from"
    return f"{WORDS[band.answer]} {where} {band.first.title} on"


def first_holding(entry: dict[str, Any], sets: list[LibrarySet]) -> str:
    """The same as a version alone, for a cell; empty where the newest versions do not say that it holds."""
    band, _ = _newest(entry, sets)
    return band.first.title if band is not None and band.answer == "holds" else ""


def _newest(entry: dict[str, Any], sets: list[LibrarySet]) -> tuple[Band | None, bool]:
    """The newest answer from the first version that gave it, and whether there was never another."""
    asked = [band for band in _bands(entry, sets) if band.answer != "cannot"]
    always = len({band.answer for band in asked}) == 1
    return (asked[0] if always else asked[-1]) if asked else None, always


def lanes(asked: dict[str, Any], sets: list[LibrarySet], wanted: list[dict[str, Any]]) -> dict[str, Any]:
    """What a figure of releases is drawn from: what heads the columns, and for each question its answers over time.

    Of each claim `words` say what an answer means: `holds`, or a piece of why it fails → its look and its word. A
    release that could not be asked speaks neither way. Raises KeyError for a claim or an answer without a word.
    """
    majors = [one.version.split(".")[0] if one.library == "transformers" else "0" for one in sets]
    columns = [head if head != "0" and head not in majors[:at] else "" for at, head in enumerate(majors)]
    found = []
    for lane in wanted:
        stretches: list[dict[str, Any]] = []
        for one, answer, why in _states(asked[lane["claim"]], sets):
            if answer == "cannot":
                continue
            pieces = {piece: said for piece, said in lane["words"].items() if piece != "holds"}
            fails = next((said for piece, said in pieces.items() if piece in why), None)
            said = lane["words"].get("holds") if answer == "holds" else fails
            if said is None:
                raise KeyError(f"{lane['claim']}: {why or answer}")
            if not stretches or [stretches[-1]["look"], stretches[-1]["word"]] != said:
                since = one.version if one.library == "transformers" else one.title
                stretches.append({"look": said[0], "word": said[1], "from": since, "at": _column(one, sets)})
        found.append({"asks": lane["asks"], "stretches": stretches})
    return {"columns": columns, "lanes": found}


def _states(entry: dict[str, Any], sets: list[LibrarySet]) -> Iterator[tuple[LibrarySet, str, str]]:
    """Each answer and its reason, and the release that first gave it, exact where that was searched for."""
    asked = [one for one in sets if one.slug in entry["answers"]]
    first = next((one for one in asked if one.library == "transformers"), None)
    for one in asked:
        if one.library != "transformers" or one is first or not entry.get("flips"):
            answer = entry["answers"][one.slug]
            yield one, answer["answer"], answer.get("why", "")
    if first is None:
        return
    for flip in entry.get("flips", []):
        yield first.at(flip["first"]), flip["is"], flip.get("why", "")


def _column(one: LibrarySet, sets: list[LibrarySet]) -> int:
    """The first set that is that release or a later one."""
    if one.library != "transformers":
        return sets.index(one)
    ours = [at for at, other in enumerate(sets) if other.library == one.library]
    return next(at for at in ours if numbers(sets[at].version) >= numbers(one.version))


def intervals(entry: dict[str, Any], sets: list[LibrarySet], answer: str) -> list[list[str]]:
    """The first and last versions of each stretch with this answer; the last is empty where it goes on to today.

    A library that went on under another name is one line of versions.
    """
    stretches: list[list[str]] = []
    before = ""
    for band in (found := _bands(entry, sets)):
        last = "" if band is found[-1] else band.last.version
        if band.answer == answer and before == answer:
            stretches[-1][1] = last
        elif band.answer == answer:
            stretches.append([band.first.version, last])
        before = band.answer
    return stretches


def _bands(entry: dict[str, Any], sets: list[LibrarySet]) -> list[Band]:
    found = bands(entry["answers"], sets)
    if entry.get("flips"):
        return [band for band in found if band.first.library != "transformers"] + list(_by_flips(entry, sets))
    return found


def _by_flips(entry: dict[str, Any], sets: list[LibrarySet]) -> Iterator[Band]:
    """The bands of transformers' releases, from the exact releases in which the answer changed."""
    ours = [one for one in sets if one.library == "transformers" and one.slug in entry["answers"]]
    start, answer = ours[0], entry["answers"][ours[0].slug]["answer"]
    for flip in entry["flips"]:
        if flip["is"] == answer:  # it fails as before, for another reason
            continue
        yield Band(answer, start, start.at(flip["last"]), 1, "")
        start, answer = start.at(flip["first"]), flip["is"]
    yield Band(answer, start, ours[-1], 1, "")
