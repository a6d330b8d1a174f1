"""Which claims are not answered yet under which sets: these are run, and the answers are recorded."""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

import msgspec

from explainer.errors import UserError
from explainer.inputs.code_digest import program_of
from explainer.inputs.content import read_checkpoints
from explainer.inputs.library_versions import ASKED, LIBRARY, LibrarySet, read_libraries
from explainer.inputs.ports import program_digests, read_variants, variant
from explainer.inputs.snippets import SETTINGS, Snippet, choose, read_snippets
from explainer.inputs.yaml_files import replace_text
from explainer.measure.fingerprints import files_named, machinery_digest
from explainer.measure.installed import Versions
from explainer.paths import Project
from explainer.versions.answers import NOTHING, Answer, Record, read_answers, to_text
from explainer.versions.run_one_set import Outcome, run_under

Progress: TypeAlias = Callable[[str], None]


class Asked:
    """The claims that the sets concern, with all that is known of them: from this machine, and from the record.

    What was asked here is believed while nothing that it depends on has changed. Of what was never asked here the
    record is believed, for the present programs and sets; with `force`, or not `trusting` the record, it is asked.
    """

    def __init__(
        self, project: Project, jobs: int, limit: float, *, force: bool = False, trusting: bool = True
    ) -> None:
        """`jobs` programs run at a time, each for `limit` seconds. Raises UserError for bad input."""
        self.project, self.jobs, self.limit, self.force = project, jobs, limit, force
        self.libraries, self.snippets = read_libraries(project.root), read_snippets(project.root)
        variants = read_variants(project.root, self.snippets, self.libraries)
        self.programs = program_digests(self.snippets, variants, self.libraries)
        self.record = read_answers(project.root)
        self.believed = self.record.current(self.programs, self.libraries.sets) if trusting and not force else {}
        self.versions, self.checkpoints = Versions(), read_checkpoints(project.root)
        self.machinery = machinery_digest(run_under.__module__)
        self.here: dict[str, dict[str, Outcome]] = {}
        self.new: set[tuple[str, str]] = set()
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
        programs = {snippet.key: variant(self.project.root, snippet, one.module) for snippet in snippets}
        prints = {snippet.key: self._fingerprint(one, snippet, programs[snippet.key]) for snippet in snippets}
        stale = [key for key in programs if self._is_stale(one, key, prints[key])]
        if stale:
            others = {other.module for other in self.libraries.sets} - {one.module}
            outcomes = run_under(one, [programs[key] for key in stale], others, self.project, self.jobs, self.limit)
            here |= {key: msgspec.structs.replace(outcomes[key], fingerprint=prints[key]) for key in stale}
            self.new |= {(one.slug, key) for key in stale}
            replace_text(file, msgspec.json.format(msgspec.json.encode(here, order="sorted"), indent=1).decode())
        return len(stale)

    def answer(self, slug: str, key: str) -> Answer:
        """What a claim answered under a set for which it was asked, here or by whoever recorded it."""
        outcome = self.here[slug].get(key)
        return outcome.answer if outcome else self.believed[key].answers[slug]

    def answers(self, snippets: list[Snippet], sets: list[LibrarySet]) -> dict[str, dict[str, Answer]]:
        """The same for these claims and sets, by claim."""
        return {snippet.key: {one.slug: self.answer(one.slug, snippet.key) for one in sets} for snippet in snippets}

    def _is_stale(self, one: LibrarySet, key: str, fingerprint: str) -> bool:
        if self.force:
            return (one.slug, key) not in self.new
        if known := self.here[one.slug].get(key):
            return known.fingerprint != fingerprint
        answer = self.believed.get(key, NOTHING).answers.get(one.slug)
        if answer is None or answer.answer == "cannot" or key not in self.libraries.keeps_output:
            return answer is None
        return not (self.project.artifacts / _report(key, one)).exists()  # asked for its output

    def _fingerprint(self, one: LibrarySet, snippet: Snippet, program: Snippet) -> str:
        """Names all that an answer depends on: the program, the set, what it runs on, and what it reads."""
        if snippet.key not in self._depends:
            on = {name: version for name, version in self.versions.behind(snippet).items() if name != LIBRARY}
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
    before, known = (asked.record, libraries.sets) if shard == (1, 1) else (Record(), sets)
    files = {ASKED: to_text(before.with_answers(asked.programs, asked.answers(chosen, sets), known))}
    for key in sorted(libraries.keeps_output & {snippet.key for snippet in chosen}):
        outcomes = {one: asked.here[one.slug][key] for one in sets if key in asked.here[one.slug]}
        files |= {_report(key, one): outcome.output for one, outcome in outcomes.items() if outcome.output}
    return files


def merged_parts(project: Project, parts: Iterable[Path]) -> dict[str, str]:
    """The record with what shards have asked in it: the same bytes as one run of all sets writes."""
    asked = Asked(project, 1, 1.0)
    record, sets = asked.record, asked.libraries.sets
    reports: dict[str, str] = {}
    for part in parts:
        texts = sorted((part / "reports").rglob("*.txt"))
        reports |= {path.relative_to(part).as_posix(): path.read_text(encoding="utf-8") for path in texts}
        given = read_answers(part, part / ASKED).current(asked.programs, sets)
        record = record.with_answers(asked.programs, {key: entry.answers for key, entry in given.items()}, sets)
    return {ASKED: to_text(record), **reports}
