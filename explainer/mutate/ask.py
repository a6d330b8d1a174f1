"""`--mutate`: runs the mutants of the claims asked, says what an author can mend, and writes the record."""

import time
from collections.abc import Callable
from typing import TypeAlias

from explainer.inputs.snippets import choose, read_snippets
from explainer.inputs.yaml_files import replace_text
from explainer.mutate.equivalent import of_claim, read_equivalents, refuse_killed
from explainer.mutate.record import FILE, read_record, to_text
from explainer.mutate.run import Mutations
from explainer.mutate.verdict import Verdict, missed, table
from explainer.paths import Project

Say: TypeAlias = Callable[[str], None]


def mutate(project: Project, wanted: list[str], mutations: Mutations, say: Say, progress: Say) -> int:
    """Runs what is not known, says all faults and the table. The exit status: 1 if a bound is missed.

    The record is written when all that was asked is done. Raises UserError for what a person wrote wrong.
    """
    started = time.monotonic()
    everything = read_snippets(project.root)
    asked = choose(everything, wanted, "--mutate")
    listed = read_equivalents(project.root, everything)
    ran = mutations.run(asked, progress)
    verdicts = {
        one.key: Verdict(one, ran[one.key], of_claim(listed, one.key)) for one in asked if not ran[one.key].failure
    }
    for snippet in asked:
        for line in verdicts[snippet.key].faults() if snippet.key in verdicts else [ran[snippet.key].failure]:
            say(line)
    entries = {key: verdict.entry for key, verdict in verdicts.items()}
    digests = {snippet.key: snippet.digest for snippet in everything}
    kept = {key: entry for key, entry in read_record(project.root).items() if digests.get(key) == entry.digest}
    text = to_text({**kept, **entries})
    file = project.artifacts / FILE
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        replace_text(file, text)
    for line in [*table(entries, time.monotonic() - started), *missed(entries)]:
        say(line)
    refuse_killed(
        listed, {key: {fate.name for fate in one.ran.fates if fate.state == "killed"} for key, one in verdicts.items()}
    )
    return 1 if missed(entries) or len(verdicts) < len(asked) else 0
