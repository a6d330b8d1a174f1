"""Run claims under releases of their libraries and record the answers: under all library sets, or by bisection."""

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
from explainer.inputs.code_digest import runnable_text
from explainer.inputs.content import read_checkpoints
from explainer.inputs.library_versions import (
    ANSWERS_FILE,
    LIBRARY_VERSIONS_FILE,
    LibrarySet,
    read_libraries,
    version_numbers,
)
from explainer.inputs.snippets import SETTINGS, Snippet, choose, read_snippets
from explainer.inputs.text_files import replace_text
from explainer.inputs.variants import claim_digests, read_variants, variant_of
from explainer.measure.fingerprints import digests_of_named_files, machinery_digest
from explainer.measure.installed import InstalledVersions
from explainer.paths import Project
from explainer.versions.answers import (
    NO_ANSWERS,
    Answer,
    Answers,
    ClaimAnswers,
    merge_answers,
    read_answers,
    release_ranges,
    select_current,
    versions_text,
)
from explainer.versions.run_one_set import ClaimOutcome, run_under

PrintProgress: TypeAlias = Callable[[str], None]


class ClaimRunner:
    """Run claims under releases where their answers are not known, and hold what is known.

    An answer from this machine is known while its fingerprint is the same. Without one, the recorded answer is known
    if the present program gave it under the same packages. With `force` everything runs.
    """

    def __init__(self, project: Project, jobs: int, limit: float, *, force: bool = False) -> None:
        """Read the inputs and the record. `jobs` programs run at a time, each for `limit` seconds at most.

        Raise UserError for bad input.
        """
        self.project, self.jobs, self.limit, self.force = project, jobs, limit, force
        self.libraries, self.snippets = read_libraries(project.root), read_snippets(project.root)
        variants = read_variants(project.root, self.snippets, self.libraries)
        self.claim_digests = claim_digests(self.snippets, variants, self.libraries)
        self.recorded = read_answers(project.root, self.libraries)
        self.current_answers = select_current(self.recorded, self.claim_digests) if not force else {}
        self.installed, self.checkpoints = InstalledVersions(), read_checkpoints(project.root)
        self.machinery = machinery_digest(run_under.__module__)
        self.local_outcomes: dict[str, dict[str, ClaimOutcome]] = {}  # by the set's slug, then by claim
        self._dependencies: dict[str, list[object]] = {}  # by claim; the same under every set

    def select(self, names: list[str], option: str) -> list[Snippet]:
        """Return the claims of these topics or snippets (none: all) whose answer may differ by release.

        Raise UserError for an unknown name, or if no claim is left; `option` is the one that has the names.
        """
        selected = [snippet for snippet in choose(self.snippets, names, option) if snippet.key in self.claim_digests]
        if names and not selected:
            raise UserError(f"{option} {names[0]}: it imports none of the libraries, so their versions cannot matter")
        return selected

    def run_stale(self, library_set: LibrarySet, snippets: list[Snippet]) -> int:
        """Run those of the claims whose answer under a library set is not known; cache the outcomes on this machine.

        Return how many ran. Raise UserError if the set cannot be installed.
        """
        file = self.project.cache / "answers" / f"{library_set.slug}.json"
        outcomes = self.local_outcomes.setdefault(library_set.slug, _read_outcomes(file))
        library = self.libraries.library
        programs = {
            snippet.key: variant_of(self.project.root, snippet, library_set.module, library) for snippet in snippets
        }
        fingerprints = {
            snippet.key: self._fingerprint(library_set, snippet, programs[snippet.key]) for snippet in snippets
        }
        stale = [key for key in programs if self._is_stale(library_set, key, fingerprints[key])]
        if stale:
            hidden_modules = {each.module for each in self.libraries.sets} - {library_set.module}
            stale_programs = [programs[key] for key in stale]
            new = run_under(library_set, stale_programs, hidden_modules, self.project, self.jobs, self.limit)
            outcomes |= {key: msgspec.structs.replace(new[key], fingerprint=fingerprints[key]) for key in stale}
            replace_text(file, msgspec.json.format(msgspec.json.encode(outcomes, order="sorted"), indent=1).decode())
        return len(stale)

    def answer(self, library_set: LibrarySet, key: str) -> Answer:
        """Return a claim's answer under a set for which `run_stale` was called: this machine's or the record's."""
        outcome = self.local_outcomes[library_set.slug].get(key)
        return outcome.answer if outcome else self.current_answers[key].answers[library_set]

    def answers(self, key: str, releases: Iterable[LibrarySet]) -> ClaimAnswers:
        """Return the answers of a claim's present program under these releases."""
        return ClaimAnswers(self.claim_digests[key], {release: self.answer(release, key) for release in releases})

    def render_record(self, recorded: Answers, new: Answers) -> dict[str, str]:
        """Return the record's text with the new answers merged in, by file name."""
        return {
            ANSWERS_FILE: versions_text(
                merge_answers(recorded, new, self.claim_digests, self.libraries.sets), self.libraries
            )
        }

    def _is_stale(self, library_set: LibrarySet, key: str, fingerprint: str) -> bool:
        """Return whether the claim's answer under a library set is not known, or its recorded output is missing."""
        if self.force:
            return True
        if outcome := self.local_outcomes[library_set.slug].get(key):
            return outcome.fingerprint != fingerprint
        answer = self.current_answers.get(key, NO_ANSWERS).answers.get(library_set)
        # A program that cannot run has no output to write, and only these claims' outputs are recorded at all.
        if answer is None or answer.answer == "cannot" or key not in self.libraries.keeps_output:
            return answer is None
        return not (self.project.artifacts / _report_name(key, library_set)).exists()

    def _fingerprint(self, library_set: LibrarySet, snippet: Snippet, program: Snippet) -> str:
        """Return a digest of what an answer depends on: program, packages, Python, files it names, engine.

        `program` is the snippet's variant for that library.
        """
        if snippet.key not in self._dependencies:
            library = self.libraries.library
            packages = {
                name: version for name, version in self.installed.dependencies_of(snippet).items() if name != library
            }
            ids = {*snippet.strings, snippet.checkpoint_id}
            checkpoints = [
                (checkpoint.slug, checkpoint.digest) for checkpoint in self.checkpoints if checkpoint.id in ids
            ]
            self._dependencies[snippet.key] = [
                packages,
                digests_of_named_files(snippet, self.project.root),
                checkpoints,
            ]
        code = [
            runnable_text(program.source, SETTINGS),
            *sorted(program.assigned_names | program.lesson_names),
            *program.imports,
        ]
        parts = [*code, library_set.digest, self._dependencies[snippet.key], self.machinery, sys.version]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def _read_outcomes(file: Path) -> dict[str, ClaimOutcome]:
    """Return this machine's outcomes under one set, by claim; a missing or broken cache is an empty one."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, ClaimOutcome])
    except (OSError, msgspec.DecodeError):
        return {}


def _report_name(key: str, library_set: LibrarySet) -> str:
    """Return the name of the artifact with what a claim printed under a library set."""
    return f"reports/{key}.{library_set.slug}.txt"


def run_sets(runner: ClaimRunner, set_names: list[str], claims: list[str], progress: PrintProgress) -> dict[str, str]:
    """Run claims under the named library sets (none: all). Return the files to write, by name.

    Raise UserError for an unknown name.
    """
    libraries = runner.libraries
    sets_by_name = {name: library_set for library_set in libraries.sets for name in (library_set.slug, library_set.pin)}
    if not sets_by_name:
        raise UserError("library_versions.yml lists no sets, so there is nothing to run")
    if unknown := [name for name in set_names if name not in sets_by_name]:
        pins = ", ".join(library_set.pin for library_set in libraries.sets)
        raise UserError(f"--versions {unknown[0]}: no such set; there are {pins}")
    selected = runner.select(claims, "--claims")
    sets = [sets_by_name[name] for name in set_names] or libraries.sets
    for library_set in sets:
        progress(f"{library_set.title}: {runner.run_stale(library_set, selected)} of {len(selected)} claims run")
    new = {snippet.key: runner.answers(snippet.key, sets) for snippet in selected}
    files = runner.render_record(runner.recorded, new)
    for key in sorted(libraries.keeps_output & {snippet.key for snippet in selected}):
        for library_set in sets:
            outcome = runner.local_outcomes[library_set.slug].get(key)
            if outcome and outcome.output:
                files[_report_name(key, library_set)] = outcome.output
    return files


def list_releases(library: str) -> list[str]:
    """Return every final release of a library that the package index offers, oldest first; no release candidates.

    Raise UserError if `library` is empty or pip cannot list them.
    """
    if not library:
        raise UserError(f"--bisect: this site has no {LIBRARY_VERSIONS_FILE}, which names the library to search")
    command = [sys.executable, "-m", "pip", "index", "versions", library, "--disable-pip-version-check"]
    completed = subprocess.run(command, capture_output=True, text=True, check=False)
    match = re.search(r"Available versions: (.*)", completed.stdout)
    if match is None:
        error = completed.stderr.strip()[:200]
        raise UserError(f"--bisect: pip could not list the releases of {library}: {error}")
    versions = match.group(1).split(", ")
    return sorted((version for version in versions if re.fullmatch(r"[\d.]+", version)), key=version_numbers)


def bisect(runner: ClaimRunner, claims: list[str], progress: PrintProgress, releases: list[str]) -> dict[str, str]:
    """Find the release at which each answer of these claims changed (none: all). Return the files to write, by name.

    `releases` are the versions that can be installed. Answers are not monotone, and two sets that agree do not tell
    what lies between them: so the last release of each minor series runs first, and neighbours that differ are halved.
    The answers under the sets and on both sides of each change are recorded.
    """
    libraries = runner.libraries
    sets = [library_set for library_set in libraries.sets if not library_set.is_older_library]
    selected = runner.select(claims, "--bisect")
    if not sets:
        library_name = libraries.library or "a library"
        raise UserError(
            f"--bisect: library_versions.yml lists no release of {library_name}; there is nothing to search"
        )
    oldest, newest = min(release.sort_key for release in sets), max(release.sort_key for release in sets)
    candidates = {release for release in map(libraries.set_of_release, releases) if oldest < release.sort_key < newest}
    search = _Search(runner, progress, sorted({*candidates, *sets}, key=lambda release: release.sort_key))
    for library_set in sets:
        search.run(library_set, selected)
    series_of_sets = {version_numbers(library_set.version)[:2] for library_set in sets}
    # Over a copy: the search drops releases that cannot be installed.
    for minor, series in groupby([*search.offered], key=lambda release: version_numbers(release.version)[:2]):
        if minor not in series_of_sets:
            any(search.try_run(release, selected) for release in reversed(list(series)))
    while midpoints := search.midpoints(selected):
        for release, snippets in midpoints.items():
            search.try_run(release, snippets)
    new = {snippet.key: search.answers(snippet.key, sets) for snippet in selected}
    # Without the releases of earlier bisections: they gave other answers, or this one has found them again.
    recorded = {
        key: claim_answers.only(libraries.sets) if key in new else claim_answers
        for key, claim_answers in runner.recorded.items()
    }
    return runner.render_record(recorded, new)


class _Search:
    """Hold the state of a bisection: the releases that can be installed, oldest first, and those that have run."""

    def __init__(self, runner: ClaimRunner, progress: PrintProgress, offered: list[LibrarySet]) -> None:
        self.runner, self.progress, self.offered = runner, progress, offered
        self.releases_run: dict[str, list[LibrarySet]] = defaultdict(list)  # by claim

    def run(self, release: LibrarySet, snippets: list[Snippet]) -> None:
        """Run claims under a release. Raise UserError if it cannot be installed."""
        self.runner.run_stale(release, snippets)
        for snippet in snippets:
            self.releases_run[snippet.key].append(release)

    def try_run(self, release: LibrarySet, snippets: list[Snippet]) -> bool:
        """Run claims under a release and return True; if it cannot be installed, drop it and return False."""
        self.progress(f"{release.title}: {len(snippets)} claims")
        try:
            self.run(release, snippets)
        except UserError as error:
            self.progress(error.lines[0])
            self.offered.remove(release)
            return False
        return True

    def changes(self, key: str) -> Iterator[tuple[LibrarySet, LibrarySet]]:
        """Yield the tested releases on both sides of each change of the answer or of the reason why it fails.

        Another reason why the program cannot run is no change.
        """
        for was, now in pairwise(release_ranges(self.runner.answers(key, self.releases_run[key]), by_reason=True)):
            if (was.answer, now.answer) != ("cannot", "cannot"):
                yield was.last, now.first

    def midpoints(self, snippets: list[Snippet]) -> dict[LibrarySet, list[Snippet]]:
        """Return the releases to run next, each with its claims: the middle one between the two sides of each change.

        Empty if nothing lies between any two: the bisection is done.
        """
        midpoints: dict[LibrarySet, list[Snippet]] = {}
        for snippet in snippets:
            for last, first in self.changes(snippet.key):
                if candidates := [
                    release for release in self.offered if last.sort_key < release.sort_key < first.sort_key
                ]:
                    midpoints.setdefault(candidates[len(candidates) // 2], []).append(snippet)
        return midpoints

    def answers(self, key: str, sets: list[LibrarySet]) -> ClaimAnswers:
        """Return a claim's answers under the sets and on both sides of each change, once nothing lies between them."""
        after = {first: last for last, first in self.changes(key)}
        return replace(self.runner.answers(key, {*sets, *after.keys(), *after.values()}), after=after)
