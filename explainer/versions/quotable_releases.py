"""The version numbers that a sentence may quote: from the record of answers, so that no page types one.

`since.topic.claim` is the release from which on a claim holds, `between.topic.claim` the two tested ones between which
that changed, where nobody has searched for it. `spans.topic.claim.fails_1` is one stretch of an answer: `first`, `last`
and both in `words`. `tested` are the versions of the whole site.
"""

from collections import Counter
from typing import Any

from explainer.inputs.library_versions import LIBRARY, LibrarySet
from explainer.versions.answers import SILENT, Answers, ClaimAnswers, Flip

TOPS = ("since", "between", "spans", "tested")
NOWHERE = ("", "", False)


def quotable_releases(answers: Answers, sets: list[LibrarySet], shared: dict[str, str]) -> dict[str, Any]:
    """What the pages' engine loads of it, as text. An interval is given only where the release itself is not known.

    `shared` are the versions of the libraries that did not vary.
    """
    if not answers:
        return {}
    found: dict[str, Any] = {top: {} for top in TOPS}
    for key, entry in answers.items():
        topic, _, name = key.partition("/")
        last, first, exact = _change(entry, sets)
        change = first if exact else f"{last} and {first}"
        for top, value in (("since" if exact else "between", change if first else ""), ("spans", _spans(entry.flips))):
            if value:
                found[top].setdefault(topic, {})[name] = value
    found["tested"] = {"oldest": sets[0].title, "newest": sets[-1].title, **shared}
    return found


def _change(entry: ClaimAnswers, sets: list[LibrarySet]) -> tuple[str, str, bool]:
    """The last release known to fail, the first after it that holds, and whether nothing can lie between them.

    Empty where it never failed, or where the change came with another library.
    """
    failing = [at for at, flip in enumerate(entry.flips) if flip.was == "fails"]
    if failing:
        end, after = entry.flips[failing[-1]], entry.flips[failing[-1] :]
        return next(((end.last, flip.first, flip is end) for flip in after if flip.now == "holds"), NOWHERE)
    given = [(one, entry.answers[one.slug].answer) for one in sets if one.slug in entry.answers]
    failed = max((at for at, (_, answer) in enumerate(given) if answer == "fails"), default=len(given))
    held = next((at for at in range(failed + 1, len(given)) if given[at][1] == "holds"), None)
    if held is None or given[held][0].library != LIBRARY:
        return NOWHERE
    last, first = given[failed][0], given[held][0]
    if last.library == LIBRARY:
        return last.version, first.version, False
    return (last.version, first.version, True) if held == failed + 1 else NOWHERE


def _spans(flips: list[Flip]) -> dict[str, dict[str, str]]:
    """Each stretch of one answer, and of one reason: `fails_1`, `holds_1`, `fails_2`, oldest first.

    The oldest has no `first` and the newest no `last`. A stretch that begins after releases under which the program
    cannot run has no `first` either.
    """
    spans: dict[str, dict[str, str]] = {}
    counted: Counter[str] = Counter()
    starts = [None, *flips]
    for start, end in zip(starts, [*flips, None], strict=True):
        now = start.now if start else flips[0].was if flips else "cannot"
        if now in SILENT:
            continue
        counted[now] += 1
        first = start.first if start and start.was not in SILENT else ""
        last = end.last if end else ""
        words = {"words": first if first == last else f"{first} to {last}"} if first and last else {}
        edges = {"first": first, "last": last}
        spans[f"{now}_{counted[now]}"] = {name: edge for name, edge in edges.items() if edge} | words
    return {name: span for name, span in spans.items() if span}
