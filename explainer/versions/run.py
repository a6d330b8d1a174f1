"""Runs claims under releases of their libraries and records the answers: under all sets, or where an answer changed."""

import hashlib
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path
from typing import TypeAlias

import msgspec

from explainer.errors import UserError
from explainer.inputs.code_digest import program_of
from explainer.inputs.content import read_checkpoints
from explainer.inputs.library_versions import ASKED, LIBRARY_VERSIONS, LibrarySet, numbers, read_libraries
from explainer.inputs.ports import program_digests, read_variants, variant
from explainer.inputs.snippets import SETTINGS, Snippet, choose, read_snippets
from explainer.inputs.yaml_files import replace_text
from explainer.measure.fingerprints import files_named, machinery_digest
from explainer.measure.installed import Versions
from explainer.paths import Project
from explainer.versions.answers import (
    NOTHING,
    Answer,
    Answers,
    ClaimAnswers,
    current,
    merged,
    read_answers,
    spans,
    to_text,
)
from explainer.versions.run_one_set import Outcome, run_under

Progress: TypeAlias = Callable[[str], None]


class Asked:
    """The claims that the sets concern, with all that is known of them: from this machine, and from the record.

    What was asked here is believed while nothing that it depends on has changed. Of what was never asked here the
    record is believed, for the present programs and sets. With `force` all is asked.
    """

    def __init__(self, project: Project, jobs: int, limit: float, *, force: bool = False) -> None:
        """`jobs` programs run at a time, each for `limit` seconds. Raises UserError for bad input."""
        self.project, self.jobs, self.limit, self.force = project, jobs, limit, force
        self.libraries, self.snippets = read_libraries(project.root), read_snippets(project.root)
        variants = read_variants(project.root, self.snippets, self.libraries)
        self.programs = program_digests(self.snippets, variants, self.libraries)
        self.record = read_answers(project.root, self.libraries)
        self.believed = current(self.record, self.programs) if not force else {}
        self.versions, self.checkpoints = Versions(), read_checkpoints(project.root)
        self.machinery = machinery_digest(run_under.__module__)
        self.here: dict[str, dict[str, Outcome]] = {}
        self._depends: dict[str, list[object]] = {}

    def chosen(self, wanted: list[str], option: str) -> list[Snippet]:
        """The claims that are named and that the sets concern. Raises UserError for an unknown name, or for none."""
        chosen = [snippet for snippet in choose(self.snippets, wanted, option) if snippet.key in self.programs]
        if wanted and not chosen:
            raise UserError(f"{option} {wanted[0]}: it imports none of the libraries, so their versions cannot matter")
        return chosen

    def ask(self, one: LibrarySet, snippets: list[Snippet]) -> int:
        """Runs what is not known or stale under one set, and remembers it. Returns how many claims that were."""
        file = self.project.cache / "answers" / f"{one.slug}.json"
        here = self.here.setdefault(one.slug, _read(file))
        library = self.libraries.library
        programs = {snippet.key: variant(self.project.root, snippet, one.module, library) for snippet in snippets}
        prints = {snippet.key: self._fingerprint(one, snippet, programs[snippet.key]) for snippet in snippets}
        stale = [key for key in programs if self._is_stale(one, key, prints[key])]
        if stale:
            others = {other.module for other in self.libraries.sets} - {one.module}
            outcomes = run_under(one, [programs[key] for key in stale], others, self.project, self.jobs, self.limit)
            here |= {key: msgspec.structs.replace(outcomes[key], fingerprint=prints[key]) for key in stale}
            replace_text(file, msgspec.json.format(msgspec.json.encode(here, order="sorted"), indent=1).decode())
        return len(stale)

    def answer(self, one: LibrarySet, key: str) -> Answer:
        """Return what a claim answered under a release for which it was asked, here or by whoever recorded it."""
        outcome = self.here[one.slug].get(key)
        return outcome.answer if outcome else self.believed[key].answers[one]

    def answers(self, key: str, releases: Iterable[LibrarySet]) -> ClaimAnswers:
        """Return what the present program of a claim answered under these releases."""
        return ClaimAnswers(self.programs[key], {one: self.answer(one, key) for one in releases})

    def recorded(self, known: Answers, new: Answers) -> dict[str, str]:
        """Return the record, as its file: what is known, and the new answers."""
        return {ASKED: to_text(merged(known, new, self.programs, self.libraries.sets), self.libraries)}

    def _is_stale(self, one: LibrarySet, key: str, fingerprint: str) -> bool:
        if self.force:
            return True
        if known := self.here[one.slug].get(key):
            return known.fingerprint != fingerprint
        answer = self.believed.get(key, NOTHING).answers.get(one)
        if answer is None or answer.answer == "cannot" or key not in self.libraries.keeps_output:
            return answer is None
        return not (self.project.artifacts / _report(key, one)).exists()  # asked for its output

    def _fingerprint(self, one: LibrarySet, snippet: Snippet, program: Snippet) -> str:
        """Names all that an answer depends on: the program, the set, what it runs on, and what it reads."""
        if snippet.key not in self._depends:
            on = {name: at for name, at in self.versions.behind(snippet).items() if name != self.libraries.library}
            named = [one for one in self.checkpoints if one.id in {*snippet.strings, snippet.parameter}]
            read = files_named(snippet, self.project.root)
            self._depends[snippet.key] = [on, read, [(one.slug, one.digest) for one in named]]
        code = [program_of(program.source, SETTINGS), *sorted(program.assigned), *program.imports]
        parts = [*code, one.digest, self._depends[snippet.key], self.machinery, sys.version]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def _read(file: Path) -> dict[str, Outcome]:
    """What was asked here under one set, by claim; a missing or broken cache is an empty one."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Outcome])
    except (OSError, msgspec.DecodeError):
        return {}


def _report(key: str, one: LibrarySet) -> str:
    """The artifact with what a claim printed under a set."""
    return f"reports/{key}.{one.slug}.txt"


def ask_sets(
    asked: Asked, wanted: list[str], claims: list[str], shard: tuple[int, int], progress: Progress
) -> dict[str, str]:
    """Runs claims under the sets named (none: all), or under a shard of them. Returns the files to write, by name.

    A shard's record has its own answers alone, so that parts can be put together in any order.
    """
    libraries = asked.libraries
    names = {name: one for one in libraries.sets for name in (one.slug, one.pin)}
    if not names:
        raise UserError("library_versions.yml lists no sets, so there is nothing to run")
    if absent := [name for name in wanted if name not in names]:
        raise UserError(f"--versions {absent[0]}: no such set; there are {', '.join(o.pin for o in libraries.sets)}")
    chosen = asked.chosen(claims, "--claims")
    sets = ([names[name] for name in wanted] or libraries.sets)[shard[0] - 1 :: shard[1]]
    for one in sets:
        progress(f"{one.title}: {asked.ask(one, chosen)} of {len(chosen)} claims run")
    known = asked.record if shard == (1, 1) else {}
    files = asked.recorded(known, {snippet.key: asked.answers(snippet.key, sets) for snippet in chosen})
    for key in sorted(libraries.keeps_output & {snippet.key for snippet in chosen}):
        outcomes = {one: asked.here[one.slug][key] for one in sets if key in asked.here[one.slug]}
        files |= {_report(key, one): outcome.output for one, outcome in outcomes.items() if outcome.output}
    return files


def merged_parts(project: Project, parts: Iterable[Path]) -> dict[str, str]:
    """The record with what shards have asked in it: the same bytes as one run of all sets writes."""
    asked = Asked(project, 1, 1.0)
    known = asked.record
    reports: dict[str, str] = {}
    for part in parts:
        texts = sorted((part / "reports").rglob("*.txt"))
        reports |= {path.relative_to(part).as_posix(): path.read_text(encoding="utf-8") for path in texts}
        given = current(read_answers(part, asked.libraries, part / ASKED), asked.programs)
        known = merged(known, given, asked.programs, asked.libraries.sets)
    return {**asked.recorded(known, {}), **reports}


def all_releases(library: str) -> list[str]:
    """Return every release of the library that the package index offers, oldest first; no candidates."""
    if not library:
        raise UserError(f"--bisect: this site has no {LIBRARY_VERSIONS}, which names the library to search")
    command = [sys.executable, "-m", "pip", "index", "versions", library, "--disable-pip-version-check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Available versions: (.*)", done.stdout)
    if found is None:
        raise UserError(f"--bisect: pip could not list the releases of {library}: {done.stderr.strip()[:200]}")
    return sorted((v for v in found.group(1).split(", ") if re.fullmatch(r"[\d.]+", v)), key=numbers)


def bisect(asked: Asked, wanted: list[str], progress: Progress, releases: list[str]) -> dict[str, str]:
    """Find the exact release of every change of an answer. Returns the files to write, by name.

    Answers are not monotone, and two sets that agree say nothing of what lies between them: so every minor series is
    run (its last release), and between two of these that differ the releases are halved. What is recorded are the
    answers under the sets, and under the two neighbours of each change.
    """
    libraries = asked.libraries
    sets = [one for one in libraries.sets if not one.is_other]
    chosen = asked.chosen(wanted, "--bisect")
    if not sets:
        searched = libraries.library or "a library"
        raise UserError(f"--bisect: library_versions.yml lists no release of {searched}; there is nothing to search")
    oldest, newest = min(one.order for one in sets), max(one.order for one in sets)
    within = {one for one in map(libraries.release, releases) if oldest < one.order < newest}
    search = _Search(asked, progress, sorted({*within, *sets}, key=lambda one: one.order))
    for one in sets:
        search.run(one, chosen)
    minors = {numbers(one.version)[:2] for one in sets}
    for minor, series in groupby([*search.offered], key=lambda one: numbers(one.version)[:2]):
        if minor not in minors:
            any(search.could_run(one, chosen) for one in reversed(list(series)))
    while middles := search.middles(chosen):
        for one, claims in middles.items():
            search.could_run(one, claims)
    new = {one.key: search.found(one.key, sets) for one in chosen}
    # What an earlier search found is left out: it was of other answers, or is found again.
    known = {key: entry.only(libraries.sets) if key in new else entry for key, entry in asked.record.items()}
    return asked.recorded(known, new)


class _Search:
    """Releases under which claims were run, by claim, and those that can be installed, oldest first, as is known."""

    def __init__(self, asked: Asked, progress: Progress, offered: list[LibrarySet]) -> None:
        self.asked, self.progress, self.offered = asked, progress, offered
        self.ran: dict[str, list[LibrarySet]] = defaultdict(list)

    def run(self, one: LibrarySet, claims: list[Snippet]) -> None:
        """Run these claims under a release. Raises UserError if it cannot be installed."""
        self.asked.ask(one, claims)
        for claim in claims:
            self.ran[claim.key].append(one)

    def could_run(self, one: LibrarySet, claims: list[Snippet]) -> bool:
        """Run them there, and return whether that was possible; a release that cannot be installed is forgotten."""
        self.progress(f"{one.title}: {len(claims)} claims")
        try:
            self.run(one, claims)
        except UserError as error:
            self.progress(error.lines[0])
            self.offered.remove(one)
            return False
        return True

    def changes(self, key: str) -> Iterator[tuple[LibrarySet, LibrarySet]]:
        """Yield neighbouring releases that answer otherwise; where a claim fails, also for another reason."""
        for was, now in pairwise(spans(self.asked.answers(key, self.ran[key]), by_reason=True)):
            if (was.answer, now.answer) != ("cannot", "cannot"):
                yield was.last, now.first

    def middles(self, claims: list[Snippet]) -> dict[LibrarySet, list[Snippet]]:
        """Return which claims to run where: in the middle of each change that has releases in between."""
        found: dict[LibrarySet, list[Snippet]] = {}
        for claim in claims:
            for last, first in self.changes(claim.key):
                if between := [one for one in self.offered if last.order < one.order < first.order]:
                    found.setdefault(between[len(between) // 2], []).append(claim)
        return found

    def found(self, key: str, sets: list[LibrarySet]) -> ClaimAnswers:
        """Return the answers under the sets and at each change, of which the two releases are neighbours."""
        after = {first: last for last, first in self.changes(key)}
        return replace(self.asked.answers(key, {*sets, *after.keys(), *after.values()}), after=after)
