"""What a number was measured on, in words; and what a reader must know of an output that is not of today's source."""

from collections.abc import Iterable

from explainer.facts.record import Measured
from explainer.inputs.snippets import Snippet
from explainer.plain import NAMED
from explainer.render.context import Context, Tab
from explainer.render.markup import UNSEARCHED, enumeration
from explainer.render.templating import render


def caption(tab: Tab) -> str:
    """One run: checkpoint and revision, library versions, device, date."""
    parts = [*_checkpoints(tab), *versions(tab.measured)]
    what = f" with {', '.join(parts)}," if parts else ""
    return f"Run on {tab.measured.date}{what} on {tab.measured.device}."


def measured_on(tabs: list[Tab]) -> str:
    """One line for the foot of a page."""
    return f"Where the numbers on this page come from: {provenance(tabs)}.\n{{ .measured-on {UNSEARCHED} }}\n"


def last_run(context: Context) -> str:
    """One line for a theme's foot about the whole record: when it was last run, with which releases, on what."""
    runs = [run.measured for claim in context.record.claims.values() for run in claim.runs.values()]
    used = {name: sorted({run.versions[name] for run in runs if name in run.versions}) for name in NAMED}
    return render(
        "last_run.html",
        date=max(run.date for run in runs),
        libraries=enumeration([f"{name} {', '.join(found)}" for name, found in used.items() if found]),
        models=context.quotable["counted.measured_on"],
    )


def provenance(tabs: Iterable[Tab]) -> str:
    """Every checkpoint, library version and device that the runs were measured on, each once."""
    checkpoints, libraries, devices = set[str](), set[str](), set[str]()
    for tab in tabs:
        named = versions(tab.measured)
        # Without a library there is no model: such a program reads a log, or another file of the repository.
        checkpoints.update(_checkpoints(tab) or ["fresh models" if named else "files of the repository"])
        libraries.update(named)
        devices.add(tab.measured.device)
    return "; ".join(", ".join(sorted(part)) for part in (checkpoints, libraries, devices) if part)


def staleness_notes(snippet: Snippet, tab: Tab) -> list[str]:
    """Warnings for an output of an edited source, or of a checkpoint whose files are now others."""
    lines: list[str] = []
    if tab.measured.snippet != snippet.digest:
        lines.append("An earlier version of this program printed this. The new one has not run here yet.")
    if any(tab.measured.checkpoints[used.slug].files != used.digest for used in tab.uses):
        lines.append("This was measured on an older revision of the checkpoint than the one that the site now names.")
    return lines


def versions(measured: Measured) -> list[str]:
    """The libraries that are named beside a number, with their versions."""
    return [f"{name} {measured.versions[name]}" for name in NAMED if name in measured.versions]


def _checkpoints(tab: Tab) -> list[str]:
    """Those that were read, with the revision that was measured, which need not be the one that is named now."""
    revisions = [(used.title, tab.measured.checkpoints[used.slug].revision) for used in tab.uses]
    return [f"{title} (revision {revision})" if revision else title for title, revision in revisions]
