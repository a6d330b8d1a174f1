"""Finds the exact release in which the answer to a claim changed."""

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from explainer.errors import UserError
from explainer.inputs.library_versions import LIBRARY, LibrarySet, numbers
from explainer.inputs.snippets import Snippet
from explainer.versions.answers import Answer, ClaimAnswers
from explainer.versions.ask_sets import Asked, Progress


def all_releases() -> list[str]:
    """Return every release of the library that the package index offers, oldest first; no candidates."""
    command = [sys.executable, "-m", "pip", "index", "versions", LIBRARY, "--disable-pip-version-check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Available versions: (.*)", done.stdout)
    if found is None:
        raise UserError(f"--bisect: pip could not list the releases of {LIBRARY}: {done.stderr.strip()[:200]}")
    return sorted((v for v in found.group(1).split(", ") if re.fullmatch(r"[\d.]+", v)), key=numbers)


def bisect(asked: Asked, wanted: list[str], progress: Progress, releases: list[str]) -> dict[str, str]:
    """Find the exact release of every change of an answer. Returns the files to write, by name.

    Answers are not monotone, and two sets that agree say nothing of what lies between them: so every minor series is
    run (its last release), and between two of these that differ the releases are halved. What is recorded are the
    answers under the sets, and under the two neighbours of each change.
    """
    libraries = asked.libraries
    sets = [one for one in libraries.sets if one.library == LIBRARY]
    chosen = asked.chosen(wanted, "--bisect")
    if not sets:
        raise UserError(f"--bisect: library_versions.yml lists no release of {LIBRARY}; there is nothing to search")
    oldest, newest = min(one.order for one in sets), max(one.order for one in sets)
    within = {one for one in map(libraries.release, releases) if oldest < one.order < newest}
    search = _Search(asked, progress, {*within, *sets})
    for one in sets:
        search.run(one, chosen)
    minors = {numbers(one.version)[:2] for one in sets}
    for minor, series in groupby(search.in_order(), key=lambda one: numbers(one.version)[:2]):
        if minor not in minors:
            any(search.could_run(one, chosen) for one in reversed(list(series)))
    while middles := search.middles(chosen):
        for one, claims in middles.items():
            search.could_run(one, claims)
    new = {one.key: search.found(one.key, sets) for one in chosen}
    # What an earlier search found is left out: it was of other answers, or is found again.
    known = {key: entry.only(libraries.sets) if key in new else entry for key, entry in asked.record.items()}
    return asked.recorded(known, new)


@dataclass
class _Search:
    """Claims with their answers by release, and the releases that can be installed, as far as is known."""

    asked: Asked
    progress: Progress
    offered: set[LibrarySet]
    answers: dict[str, dict[LibrarySet, Answer]] = field(default_factory=lambda: defaultdict(dict))

    def in_order(self) -> list[LibrarySet]:
        """Return the releases that can be installed, oldest first."""
        return sorted(self.offered, key=lambda one: one.order)

    def run(self, one: LibrarySet, claims: list[Snippet]) -> None:
        """Run these claims under a release. Raises UserError if it cannot be installed."""
        self.asked.ask(one, claims)
        for claim in claims:
            self.answers[claim.key][one] = self.asked.answer(one, claim.key)

    def could_run(self, one: LibrarySet, claims: list[Snippet]) -> bool:
        """Run them there, and return whether that was possible; a release that cannot be installed is forgotten."""
        self.progress(f"{one.title}: {len(claims)} claims")
        try:
            self.run(one, claims)
        except UserError as error:
            self.progress(error.lines[0])
            self.offered.discard(one)
            return False
        return True

    def changes(self, key: str) -> Iterator[tuple[LibrarySet, LibrarySet]]:
        """Yield neighbouring releases that answer otherwise; where a claim fails, also for another reason."""
        answers = self.answers[key]
        for last, first in pairwise(sorted(answers, key=lambda one: one.order)):
            was, now = answers[last], answers[first]
            if was.answer != now.answer or (was.answer == "fails" and was.why != now.why):
                yield last, first

    def middles(self, claims: list[Snippet]) -> dict[LibrarySet, list[Snippet]]:
        """Return which claims to run where: in the middle of each change that has releases in between."""
        found: dict[LibrarySet, list[Snippet]] = {}
        offered = self.in_order()
        for claim in claims:
            for last, first in self.changes(claim.key):
                if between := [one for one in offered if last.order < one.order < first.order]:
                    found.setdefault(between[len(between) // 2], []).append(claim)
        return found

    def found(self, key: str, sets: list[LibrarySet]) -> ClaimAnswers:
        """Return the answers under the sets and at each change, of which the two releases are neighbours."""
        after = {first: last for last, first in self.changes(key)}
        wanted = {*sets, *after.keys(), *after.values()}
        answers = {one: answer for one, answer in self.answers[key].items() if one in wanted}
        return ClaimAnswers(self.asked.programs[key], answers, after)
