"""The view by upgrade: what answers differently under two sets of libraries, for a page's script and for one pair.

A row is a claim that has had more than one answer: `at` says which of its `states` each set gives, -1 where that is
not known, and `steps` from which release on an answer was another.
"""

import json
from collections import Counter
from dataclasses import asdict, dataclass
from itertools import groupby, pairwise
from typing import Any

from explainer.inputs.library_versions import DETAIL, UPGRADES, LibrarySet, Meaning
from explainer.render.context import Context, claim_page, link_between
from explainer.render.markup import slug
from explainer.render.templating import render
from explainer.versions.answers import SILENT, Span
from explainer.versions.history import column, known_spans

DATA, LIST = "versions/upgrade.json", "versions/upgrade.md"  # among the artifacts
UNKNOWN = -1
NOT_SO = "Not so: {}"


@dataclass(frozen=True)
class State:
    """One answer of a claim in words, the group of a line that leads to it, and what to do then."""

    words: str
    group: int
    do: str


@dataclass(frozen=True)
class Step:
    """Another answer, by the release `first`; `at` is the first set that has it. `last` is empty if that is exact."""

    at: int
    first: str
    last: str
    pull: str


@dataclass(frozen=True)
class Row:
    """A claim whose answer changed."""

    claim: str
    page: str
    weight: int
    states: list[State]
    at: list[int]
    steps: list[Step]


def upgrade_files(context: Context) -> dict[str, str]:
    """What the page's script loads, and the list that is shown without it; none for a site that has no such words."""
    if not context.site.upgrades.groups:
        return {}
    rows, steady, sets = rows_of(context), _steady(context), context.site.libraries.sets
    start = next(at for at, one in enumerate(sets) if one.pin == context.site.upgrades.start)
    groups = list(context.site.upgrades.groups.values())
    names = [{"title": one.title, "name": _address(one)} for one in sets]
    data = {"sets": names, "start": start, "groups": groups, "steady": steady, "claims": [asdict(row) for row in rows]}
    return {
        DATA: json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n",
        LIST: _listed(context, rows, steady, start),
    }


def rows_of(context: Context) -> list[Row]:
    """Every claim that changed and has words, the heaviest first."""
    meanings = context.site.upgrades.claims
    spoken = [key for key in changed(context) if key in meanings]
    return [_row(key, meanings[key], context) for key in sorted(spoken, key=lambda key: (-meanings[key].rank, key))]


def changed(context: Context) -> list[str]:
    """Return the claims that hold under some of the tested releases and fail under others."""
    found = {key: {one.answer for one in entry.answers.values()} for key, entry in context.answers.items()}
    return [key for key in context.claims if found.get(key, set()) >= {"holds", "fails"}]


def unspoken(context: Context) -> list[str]:
    """One line for each reason of a recorded failure for which an entry has pieces, and none that fits."""
    lines = []
    for key, meaning in context.site.upgrades.claims.items():
        if isinstance(meaning.fails, dict) and key in context.answers:
            given = {one.why for one in context.answers[key].answers.values() if one.answer == "fails"}
            lines += [
                f"{UPGRADES}:{meaning.line}: `{key}`: `fails` has no words for {why!r}"
                for why in sorted(given)
                if not any(piece in why for piece in meaning.fails)
            ]
    return lines


def _row(key: str, meaning: Meaning, context: Context) -> Row:
    sets, entry = context.site.libraries.sets, context.answers[key]
    groups, spoken = list(context.site.upgrades.groups), list[State]()

    def state(answer: str, why: str) -> int:
        if answer in SILENT:
            return UNKNOWN
        words = _words(meaning, answer, why, context.claims[key])
        one = State(words, groups.index(meaning.group_of(answer)), meaning.advice(answer))
        if one not in spoken:
            spoken.append(one)
        return spoken.index(one)

    given = [entry.answers.get(one) for one in sets]
    at = [state(one.answer, one.why) if one else UNKNOWN for one in given]
    known = [(state(one.answer, one.whys[0]), one) for one in known_spans(entry, by_reason=True)]
    pulls = context.site.libraries.pulls.get(key, {})
    found = [_step(was, now, sets, pulls) for (old, was), (new, now) in pairwise(known) if old != new]
    page = slug(key.rpartition("/")[2])
    return Row(context.claims[key], page, meaning.rank, spoken, at, found)


def _words(meaning: Meaning, answer: str, why: str, claim: str) -> str:
    if answer == "holds":
        return meaning.holds or claim
    if isinstance(meaning.fails, dict):
        return next((words for piece, words in meaning.fails.items() if piece in why), why)
    return meaning.fails or NOT_SO.format(claim)


def _step(was: Span, now: Span, sets: list[LibrarySet], pulls: dict[str, str]) -> Step:
    last = "" if now.follows(was) else _short(was.last)
    return Step(column(now.first, sets), _short(now.first), last, pulls.get(now.first.version, ""))


def _short(one: LibrarySet) -> str:
    return one.title if one.is_other else one.version


def _address(one: LibrarySet) -> str:
    """A set in the address of the page."""
    return f"{one.library}-{one.version}" if one.is_other else one.version


def _steady(context: Context) -> dict[str, int]:
    """How many claims never changed, by the sets that have an answer: a sign for each, 1 or 0."""
    ours, sets = set(changed(context)), context.site.libraries.sets
    rows = [entry.answers for key, entry in context.answers.items() if key not in ours]
    known = [[one in row and row[one].answer not in SILENT for one in sets] for row in rows]
    return dict(sorted(Counter("".join(str(int(one)) for one in row) for row in known).items()))


def lines(rows: list[Row], start: int, end: int) -> list[dict[str, Any]]:
    """What differs between two sets, the worst first. `steps` are those between, oldest first."""
    low, high = sorted((start, end))
    return [
        {
            "row": row,
            "was": row.states[row.at[start]],
            "now": row.states[row.at[end]],
            "steps": [step for step in row.steps if low < step.at <= high],
        }
        for row in rows
        if UNKNOWN not in (row.at[start], row.at[end]) and row.at[start] != row.at[end]
    ]


def _listed(context: Context, rows: list[Row], steady: dict[str, int], start: int) -> str:
    """One pair, from `start` to the newest, as the page shows it without its script."""
    sets, page = context.site.libraries.sets, context.page_of(LIST)
    end = len(sets) - 1
    found = lines(rows, start, end)
    silent = [row for row in rows if UNKNOWN in (row.at[start], row.at[end])]
    same = sum(count for known, count in steady.items() if known[start] + known[end] == "11")
    return render(
        "upgrade.html",
        start=sets[start].title,
        end=sets[end].title,
        differ=len(found),
        same=same + len(rows) - len(silent) - len(found),
        unknown=sum(steady.values()) - same + len(silent),
        groups=[
            (heading, [(folded, list(part)) for folded, part in groupby(of, lambda line: line["row"].weight <= DETAIL)])
            for at, heading in enumerate(context.site.upgrades.groups.values())
            if (of := [line for line in found if line["now"].group == at])
        ],
        silent=silent,
        way=link_between(page, claim_page("c")).removesuffix("c/"),
    )
