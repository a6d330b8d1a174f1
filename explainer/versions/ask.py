"""Runs claims under other library versions and records the answers; what is known and not stale is not run again."""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

import msgspec

from explainer.errors import UserError
from explainer.inputs.code_digest import program_of
from explainer.inputs.library_versions import ASKED, Libraries, LibrarySet, read_libraries
from explainer.inputs.ports import digest_with_variants, variant
from explainer.inputs.snippets import SETTINGS, Snippet, read_snippets
from explainer.inputs.yaml_files import replace_text
from explainer.measure.fingerprints import machinery_digest
from explainer.paths import Project
from explainer.versions.answers import NOTHING, Record, read_answers, to_text
from explainer.versions.run import Outcome, run_under

Progress: TypeAlias = Callable[[str], None]


class AnswerCache:
    """All outcomes known on this machine, by set and claim; `jobs` and `limit`, in seconds, are for those to come."""

    def __init__(self, project: Project, libraries: Libraries, jobs: int, limit: float) -> None:
        self.project, self.libraries, self.jobs, self.limit = project, libraries, jobs, limit
        self.file = project.cache / "versions.json"
        self.machinery = machinery_digest(run_under.__module__)
        try:
            self.known = msgspec.json.decode(self.file.read_bytes(), type=dict[str, dict[str, Outcome]])
        except (OSError, msgspec.DecodeError):
            self.known = {}

    def ask(self, one: LibrarySet, snippets: list[Snippet]) -> int:
        """Runs what is not known or stale under one set, and remembers it. Returns how many claims that were."""
        programs = {snippet.key: variant(self.project.root, snippet, one.module) for snippet in snippets}
        prints = {key: self._fingerprint(one, program) for key, program in programs.items()}
        known = self.known.setdefault(one.slug, {})
        stale = [key for key in programs if key not in known or known[key].fingerprint != prints[key]]
        if stale:
            others = {other.module for other in self.libraries.sets} - {one.module}
            outcomes = run_under(one, [programs[key] for key in stale], others, self.project, self.jobs, self.limit)
            known |= {key: msgspec.structs.replace(outcomes[key], fingerprint=prints[key]) for key in stale}
            encoded = msgspec.json.encode(self.known, order="sorted")
            replace_text(self.file, msgspec.json.format(encoded, indent=1).decode())
        return len(stale)

    def _fingerprint(self, one: LibrarySet, program: Snippet) -> str:
        code = [program_of(program.source, SETTINGS), *sorted(program.assigned), *program.imports]
        parts = [*code, one.pin, *one.base.pins, one.base.prepare, self.machinery, sys.version]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def ask_sets(
    project: Project, wanted: list[str], shard: tuple[int, int], jobs: int, limit: float, progress: Progress
) -> dict[str, str]:
    """Runs every claim under the sets named (none: all), or a shard of them. Returns the files to write, by name."""
    libraries, snippets = read_libraries(project.root), read_snippets(project.root)
    names = {name: one for one in libraries.sets for name in (one.slug, one.pin)}
    if not names:
        raise UserError("library_versions.yml lists no sets; there is nothing to ask")
    if absent := [name for name in wanted if name not in names]:
        raise UserError(f"--versions {absent[0]}: no such set; there are {', '.join(o.pin for o in libraries.sets)}")
    sets = ([names[name] for name in wanted] or libraries.sets)[shard[0] - 1 :: shard[1]]
    cache = AnswerCache(project, libraries, jobs, limit)
    for one in sets:
        progress(f"{one.title}: {cache.ask(one, snippets)} of {len(snippets)} claims asked")
    files = {ASKED: to_text(updated(snippets, cache, sets))}
    for key in sorted(libraries.keeps_output):
        outputs = {one.slug: cache.known[one.slug][key].output for one in sets if key in cache.known[one.slug]}
        files |= {f"reports/{key}.{slug}.txt": output for slug, output in outputs.items() if output}
    return files


def updated(snippets: list[Snippet], cache: AnswerCache, asked: list[LibrarySet]) -> Record:
    """The record with the answers under `asked` in it, and without claims that are gone."""
    root, sets = cache.project.root, cache.libraries.sets
    record = read_answers(root)
    for snippet in snippets:
        fresh = {one.slug: known.answer for one in asked if (known := cache.known[one.slug].get(snippet.key))}
        before = record.get(snippet.key, NOTHING)
        record[snippet.key] = before.with_answers(digest_with_variants(root, snippet), fresh, sets)
    return {snippet.key: record[snippet.key] for snippet in snippets if record[snippet.key].answers}


def merged_parts(project: Project, parts: Iterable[Path]) -> dict[str, str]:
    """The record with what shards have asked in it: the same bytes as one run of all sets writes."""
    sets, keys = read_libraries(project.root).sets, {snippet.key for snippet in read_snippets(project.root)}
    record = read_answers(project.root)
    reports: dict[str, str] = {}
    for part in parts:
        texts = sorted((part / "reports").rglob("*.txt"))
        reports |= {path.relative_to(part).as_posix(): path.read_text(encoding="utf-8") for path in texts}
        for key, entry in read_answers(part, part / ASKED).items():
            record[key] = record.get(key, NOTHING).with_answers(entry.snippet, entry.answers, sets)
    return {ASKED: to_text({key: entry for key, entry in record.items() if key in keys}), **reports}
