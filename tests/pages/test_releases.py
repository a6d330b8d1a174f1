"""The grid of releases against the record of answers, for every pair of releases. The expectation is computed here."""

import copy
import json
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest
import yaml

from explainer.facts.record import read_record
from explainer.inputs.library_versions import LibrarySet
from explainer.inputs.site import read_site
from explainer.inputs.variants import claim_digests
from explainer.paths import Project
from explainer.render import releases
from explainer.render.context import Context
from explainer.render.markup import slug
from explainer.versions.answers import ClaimAnswers, read_answers, select_current
from tests.generated import generated
from tests.node import node

ROOT = Path(__file__).resolve().parents[2]
SCRIPT, ASK = ROOT / "docs/assets/releases.js", Path(__file__).with_name("releases.mjs")


@cache
def site() -> Context:
    sources = read_site(ROOT)
    programs = claim_digests(sources.snippets, sources.variants, sources.libraries)
    answers = select_current(read_answers(ROOT, sources.libraries), programs)
    return Context(sources, read_record(Project(ROOT)), answers=answers)


@cache
def data() -> Any:
    return json.loads((generated() / "artifacts" / releases.RELEASES_DATA).read_text(encoding="utf-8"))


def asked(
    shown: Any, pairs: Sequence[tuple[int, int]] = (), named: Sequence[str] = (), found: Sequence[str] = ()
) -> Any:
    """What the page's script makes of the data: of pairs of sets, of the names of releases, and of typed words."""
    return json.loads(node(ASK, SCRIPT, data={**shown, "pairs": pairs, "named": named, "found": found}))


class Told:
    """A claim as the record and the file of upgrades have it, read here without the code that writes the page."""

    def __init__(self, key: str, entry: ClaimAnswers, said: dict[str, Any]) -> None:
        self.said, self.claim = said, site().sentences_by_key[key]
        answers = sorted(entry.answers.items(), key=lambda item: item[0].sort_key)
        told = {one: self.words(answer.answer, answer.why) for one, answer in answers}
        self.at = [told.get(one) for one in site().site.libraries.sets]
        known = [(one, words) for one, words in told.items() if words is not None]
        self.changes = [
            (first.sort_key, ["" if entry.after.get(first) == last else named(last), named(first)])
            for (last, was), (first, now) in pairwise(known)
            if was != now
        ]

    def words(self, answer: str, why: str) -> str | None:
        """The words for an answer; None where it says nothing."""
        if answer not in ("holds", "fails"):
            return None
        given = self.said.get(answer)
        if isinstance(given, dict):
            given = next((words for piece, words in given.items() if piece in why), "")
        title = str(self.said.get("holds") or self.claim)
        return str(given or (title if answer == "holds" else f"Not so: {title}"))

    def between(self, old: LibrarySet, new: LibrarySet) -> list[list[str]]:
        """The last release with one answer, empty if the first with the other is known to follow it, and that first."""
        low, high = sorted((old.sort_key, new.sort_key))
        return [releases for order, releases in self.changes if low < order <= high]


def named(one: LibrarySet) -> str:
    return one.title.removeprefix("transformers ")


@cache
def told() -> dict[str, Told]:
    said: dict[str, Any] = yaml.safe_load((ROOT / "content/upgrades.yml").read_text(encoding="utf-8"))["claims"]
    return {key: Told(key, entry, said.get(key, {})) for key, entry in site().answers.items()}


def disagreements(shown: Any, start: int, end: int) -> list[str]:
    """The claims of which the page says something else than the record, for who goes from one set to another."""
    sets = site().site.libraries.sets
    expected, same, unknown = {}, 0, 0
    for key, one in told().items():
        was, now = one.at[start], one.at[end]
        if was is None or now is None:
            unknown += 1
        elif was == now:
            same += 1
        else:
            expected[slug(key.rpartition("/")[2])] = [was, now, one.between(sets[start], sets[end])]
    got = {page: rest for page, *rest in shown["lines"]}
    way = f"{sets[start].title} to {sets[end].title}"
    wrong = [
        f"{way}: {page}: {got.get(page)}, not {expected.get(page)}"
        for page in sorted(got.keys() | expected.keys())
        if got.get(page) != expected.get(page)
    ]
    if [shown["same"], shown["unknown"]] != [same, unknown] or len(got) != len(shown["lines"]):
        wrong.append(f"{way}: {shown['same']}, {shown['unknown']}")
    return wrong


def test_the_view_agrees_with_the_record_for_every_pair() -> None:
    both = list(permutations(range(len(data()["sets"])), 2))
    pairs = dict(zip(both, asked(data(), both)["pairs"], strict=True))
    assert [line for (start, end), shown in pairs.items() for line in disagreements(shown, start, end)] == []
    assert sum(len(shown["lines"]) for shown in pairs.values()) > 1000
    for (start, end), shown in pairs.items():  # going back tells the same changes the other way round
        there = [[page, now, was, steps] for page, was, now, steps in shown["lines"]]
        assert there == pairs[end, start]["lines"]
        assert all(steps for *_, steps in there)


@pytest.mark.parametrize("broken", ["an answer", "a release", "a line left out", "an answer that is not known"])
def test_a_view_that_disagrees_is_seen(broken: str) -> None:
    wrong = copy.deepcopy(data())
    row = next(row for row in wrong["rows"] if len(row["states"]) == 2 and min(row["at"][1:]) >= 0)
    start = row["at"].index(1 - row["at"][-1])  # the oldest set with the other answer
    match broken:
        case "an answer":
            row["at"][-1] = 1 - row["at"][-1]
        case "a release":
            row["steps"][-1]["first"] = "4.0.0"
        case "a line left out":
            wrong["rows"].remove(row)
        case _:
            row["at"][-1] = -1
    pair = start, len(row["at"]) - 1
    assert disagreements(asked(data(), [pair])["pairs"][0], *pair) == []
    assert disagreements(asked(wrong, [pair])["pairs"][0], *pair)


def test_a_release_that_was_not_tested_is_the_last_one_before_it() -> None:
    names = ["4.57.6", "4.50.0", "4.9", "99.0", "1.0", "pytorch-transformers-1.2.0", "no release", "5", "4.57.6.1"]
    sets = [one["name"] for one in data()["sets"]]
    found = [sets[at] if at >= 0 else None for at in asked(data(), named=names)["named"]]
    assert found[:3] == ["4.57.6", "4.46.3", "4.8.2"]
    assert found[3:] == [sets[-1], None, "pytorch-transformers-1.2.0", None, "5.0.0", "4.57.6"]


def test_words_find_rows_by_what_they_say() -> None:
    rows = asked(data(), found=["GAMMA beta", "no such word anywhere", ""])["found"]
    assert rows[0]
    assert len(rows[0]) < len(rows[2])
    assert rows[1] == []
    assert len(rows[2]) == len(data()["rows"])


def test_the_heavy_rows_are_first_in_the_order_of_the_file() -> None:
    heavy = [row["heavy"] for row in data()["rows"]]
    assert heavy == sorted(heavy, reverse=True)
    entries = [slug(key.rpartition("/")[2]) for key in site().site.upgrades.claims if key in site().answers]
    assert [row["page"] for row in data()["rows"] if row["heavy"]] == entries


def test_the_file_of_words_has_the_heaviest_changes_alone() -> None:
    """Its length is bounded: a change that is not among the heaviest needs no entry."""
    assert len((ROOT / "content/upgrades.yml").read_text(encoding="utf-8").splitlines()) < 350
