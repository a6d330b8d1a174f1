"""`--mutate`: runs the mutants of the claims asked, says what an author can mend, and writes the record."""

import time
from collections.abc import Callable
from typing import TypeAlias

from explainer.inputs.snippets import choose, read_snippets
from explainer.inputs.yaml_files import replace_text
from explainer.mutate.record import FILE, Ran, read_record, to_text
from explainer.mutate.run import Mutations
from explainer.mutate.verdict import entry_of, faults, missed, table
from explainer.paths import Project

Say: TypeAlias = Callable[[str], None]


def mutate(project: Project, wanted: list[str], mutations: Mutations, say: Say, progress: Say) -> int:
    """Runs what is not known, says all faults and the table. The exit status: 1 if a bound is missed.

    The record is written when all that was asked is done.
    """
    started = time.monotonic()
    everything = read_snippets(project.root)
    asked = choose(everything, wanted, "--mutate")
    found = mutations.run(asked, progress)
    ran = {key: one for key, one in found.items() if not one.failure}
    for snippet in asked:
        lines = faults(snippet, ran[snippet.key]) if snippet.key in ran else [_not_run(snippet.key, found)]
        for line in lines:
            say(line)
    entries = {snippet.key: entry_of(snippet, ran[snippet.key]) for snippet in asked if snippet.key in ran}
    digests = {snippet.key: snippet.digest for snippet in everything}
    kept = {key: entry for key, entry in read_record(project.root).items() if digests.get(key) == entry.digest}
    text = to_text({**kept, **entries})
    file = project.artifacts / FILE
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        replace_text(file, text)
    for line in [*table(entries, time.monotonic() - started), *missed(entries)]:
        say(line)
    return 1 if missed(entries) or len(ran) < len(asked) else 0


def _not_run(key: str, found: dict[str, Ran]) -> str:
    return f"{key}: {found[key].failure}"
