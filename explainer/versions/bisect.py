"""Finds the exact release in which the answer to a claim changed."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import msgspec

from explainer.errors import UserError
from explainer.inputs.library_versions import ASKED, LIBRARY, numbers, read_libraries
from explainer.inputs.snippets import Snippet, read_snippets
from explainer.paths import Project
from explainer.versions.ask import AnswerCache, Progress, updated
from explainer.versions.record import Answer, Flip, to_text


def all_releases() -> list[str]:
    """Every release of the library that the package index offers, oldest first; no candidates."""
    command = [sys.executable, "-m", "pip", "index", "versions", LIBRARY, "--disable-pip-version-check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Available versions: (.*)", done.stdout)
    if found is None:
        raise UserError(f"--bisect: pip could not list the releases of {LIBRARY}: {done.stderr.strip()[:200]}")
    return sorted((v for v in found.group(1).split(", ") if re.fullmatch(r"[\d.]+", v)), key=numbers)


def bisect(
    project: Project, wanted: list[str], jobs: int, limit: float, progress: Progress, releases: list[str]
) -> dict[str, str]:
    """Finds the exact release of every change of an answer. Returns the files to write, by name.

    Answers are not monotone, and two sets that agree say nothing of what lies between them: so every minor series is
    asked (its last release), and between two of these that differ the releases are halved.
    """
    libraries, snippets = read_libraries(project.root), read_snippets(project.root)
    chosen = [snippet for snippet in snippets if not wanted or snippet.key in wanted or snippet.name in wanted]
    if wanted and not chosen:
        raise UserError(f"--bisect {wanted[0]}: there is no such claim")
    sets = [one for one in libraries.sets if one.library == LIBRARY]
    versions = [one.version for one in sets]
    search = _Search(AnswerCache(project, libraries), chosen, jobs, limit, progress, {*releases, *versions})
    for version in versions:
        search.ask(version, {snippet.key for snippet in chosen})
    search.until_nothing_is_left(_Search.last_of_each_series)
    search.until_nothing_is_left(_Search.middle_of_a_change)
    record = updated(snippets, search.cache, sets)
    for snippet in chosen:
        record[snippet.key] = msgspec.structs.replace(record[snippet.key], flips=list(search.flips(snippet.key)))
    return {ASKED: to_text(record)}


@dataclass
class _Search:
    """Claims, and under which releases each was run; `offered` are the releases that pip can install."""

    cache: AnswerCache
    claims: list[Snippet]
    jobs: int
    limit: float
    progress: Progress
    offered: set[str]
    asked: dict[str, set[str]] = field(default_factory=dict)

    def ask(self, version: str, keys: set[str]) -> None:
        """Runs these claims under a release. Raises UserError if it cannot be installed."""
        claims = [claim for claim in self.claims if claim.key in keys]
        self.cache.ask(self.cache.libraries.release(version), claims, self.jobs, self.limit)
        for key in keys:
            self.asked.setdefault(key, set()).add(version)

    def until_nothing_is_left(self, choose: "Callable[[_Search, str], Iterator[str]]") -> None:
        """Runs claims under the releases that `choose` names for each, again and again until it names none."""
        while todo := [(version, claim.key) for claim in self.claims for version in choose(self, claim.key)]:
            for version in sorted({version for version, _ in todo}, key=numbers):
                keys = {key for at, key in todo if at == version}
                self.progress(f"{LIBRARY} {version}: {len(keys)} claims")
                try:
                    self.ask(version, keys)
                except UserError as error:
                    self.progress(error.lines[0])
                    self.offered.discard(version)

    def last_of_each_series(self, key: str) -> Iterator[str]:
        """Of each minor series that has no answer yet, the last release, between the oldest and the newest asked."""
        series = {numbers(version)[:2] for version in self.asked[key]}
        last = {numbers(v)[:2]: v for before, after, *_ in self._pairs(key) for v in self._between(before, after)}
        yield from (version for minor, version in last.items() if minor not in series)

    def middle_of_a_change(self, key: str) -> Iterator[str]:
        """The release in the middle between each two that differ."""
        for before, after, one, other in self._pairs(key):
            between = self._between(before, after)
            if between and _state(one) != _state(other):
                yield between[len(between) // 2]

    def flips(self, key: str) -> Iterator[Flip]:
        """Every change of the answer, oldest first."""
        for before, after, one, other in self._pairs(key):
            if _state(one) != _state(other):
                yield Flip(before, after, one.answer, other.answer, one.why, other.why)

    def _pairs(self, key: str) -> Iterator[tuple[str, str, Answer, Answer]]:
        """Neighbouring releases that have an answer, with their answers."""
        for before, after in pairwise(sorted(self.asked[key], key=numbers)):
            one, other = (self.cache.of(self.cache.libraries.release(version), key) for version in (before, after))
            if one is not None and other is not None:
                yield before, after, one, other

    def _between(self, before: str, after: str) -> list[str]:
        return sorted((v for v in self.offered if numbers(before) < numbers(v) < numbers(after)), key=numbers)


def _state(answer: Answer) -> tuple[str, str]:
    """What counts as the same answer: for a claim that fails, why it does."""
    return answer.answer, answer.why if answer.answer == "fails" else ""
