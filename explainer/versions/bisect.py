"""Finds the exact release in which the answer to a claim changed."""

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby, pairwise

import msgspec

from explainer.errors import UserError
from explainer.inputs.library_versions import ASKED, LIBRARY, numbers
from explainer.inputs.snippets import Snippet
from explainer.versions.answers import Answer, Flip, to_text
from explainer.versions.ask_sets import Asked, Progress


def all_releases() -> list[str]:
    """Every release of the library that the package index offers, oldest first; no candidates."""
    command = [sys.executable, "-m", "pip", "index", "versions", LIBRARY, "--disable-pip-version-check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Available versions: (.*)", done.stdout)
    if found is None:
        raise UserError(f"--bisect: pip could not list the releases of {LIBRARY}: {done.stderr.strip()[:200]}")
    return sorted((v for v in found.group(1).split(", ") if re.fullmatch(r"[\d.]+", v)), key=numbers)


def bisect(asked: Asked, wanted: list[str], progress: Progress, releases: list[str]) -> dict[str, str]:
    """Finds the exact release of every change of an answer. Returns the files to write, by name.

    Answers are not monotone, and two sets that agree say nothing of what lies between them: so every minor series is
    asked (its last release), and between two of these that differ the releases are halved.
    """
    sets = [one for one in asked.libraries.sets if one.library == LIBRARY]
    chosen = asked.chosen(wanted, "--bisect")
    versions = sorted((one.version for one in sets), key=numbers)
    if not versions:
        raise UserError(f"--bisect: library_versions.yml lists no release of {LIBRARY}; there is nothing to search")
    within = [v for v in releases if numbers(versions[0]) < numbers(v) < numbers(versions[-1])]
    search = _Search(asked, progress, {*within, *versions})
    for version in versions:
        search.ask(version, chosen)
    for minor, series in groupby(sorted(search.offered, key=numbers), key=lambda version: numbers(version)[:2]):
        if minor not in {numbers(version)[:2] for version in versions}:
            any(search.could_ask(version, chosen) for version in reversed(list(series)))
    while middles := search.middles(chosen):
        for version, claims in middles.items():
            search.could_ask(version, claims)
    record = asked.record.with_answers(asked.programs, asked.answers(chosen, sets), asked.libraries.sets)
    for snippet in chosen:
        entry = record.claims[snippet.key]
        record.claims[snippet.key] = msgspec.structs.replace(entry, flips=list(search.flips(snippet.key)))
    return {ASKED: to_text(record)}


@dataclass
class _Search:
    """Claims with their answers by release, and the releases that can be installed, as far as is known."""

    asked: Asked
    progress: Progress
    offered: set[str]
    answers: dict[str, dict[str, Answer]] = field(default_factory=lambda: defaultdict(dict))

    def ask(self, version: str, claims: list[Snippet]) -> None:
        """Runs these claims under a release. Raises UserError if it cannot be installed."""
        release = self.asked.libraries.release(version)
        self.asked.ask(release, claims)
        for claim in claims:
            self.answers[claim.key][version] = self.asked.answer(release.slug, claim.key)

    def could_ask(self, version: str, claims: list[Snippet]) -> bool:
        """Whether these claims could be run under a release; one that cannot be installed is forgotten."""
        self.progress(f"{LIBRARY} {version}: {len(claims)} claims")
        try:
            self.ask(version, claims)
        except UserError as error:
            self.progress(error.lines[0])
            self.offered.discard(version)
            return False
        return True

    def flips(self, key: str) -> Iterator[Flip]:
        """Neighbouring releases, of those asked, that answer differently; a claim that fails, also for what reason."""
        asked = sorted(self.answers[key].items(), key=lambda item: numbers(item[0]))
        for (last, was), (first, now) in pairwise(asked):
            if was.answer != now.answer or (was.answer == "fails" and was.why != now.why):
                yield Flip(last, first, was.answer, now.answer, was.why, now.why)

    def middles(self, claims: list[Snippet]) -> dict[str, list[Snippet]]:
        """Release → claims to run there: the one in the middle of each change that has releases in between."""
        found: dict[str, list[Snippet]] = {}
        for claim in claims:
            for flip in self.flips(claim.key):
                between = [v for v in self.offered if numbers(flip.last) < numbers(v) < numbers(flip.first)]
                if between:
                    found.setdefault(sorted(between, key=numbers)[len(between) // 2], []).append(claim)
        return found
