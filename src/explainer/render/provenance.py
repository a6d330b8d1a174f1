"""Say in words what runs were measured on, and warn of an output that is older than its program or checkpoint."""

from collections.abc import Iterable

from explainer.fact_values import MAIN_LIBRARIES
from explainer.facts.record import Provenance
from explainer.inputs.snippets import Snippet
from explainer.render.context import Context, ShownRun
from explainer.render.markup import NO_SEARCH, enumeration


def caption(run: ShownRun) -> str:
    """Return a sentence on one run: checkpoints with revisions, library versions, device, and the result's date."""
    parts = [*_titles_with_revisions(run), *library_versions(run.measured)]
    inputs = f" with {', '.join(parts)}," if parts else ""
    return f"Run{inputs} on {run.measured.device}; the result has been the same since {run.measured.date}."


def measured_on(runs: list[ShownRun]) -> str:
    """Return the line at the foot of a page that says what its numbers were measured on."""
    return f"Where the numbers on this page come from: {describe_provenance(runs)}.\n{{ .measured-on {NO_SEARCH} }}\n"


def last_run_line(context: Context) -> str:
    """Return a line for every page's foot: the date of the newest run, the library versions and the models."""
    runs = [run.measured for claim in context.record.claims.values() for run in claim.runs.values()]
    versions = {name: sorted({run.versions[name] for run in runs if name in run.versions}) for name in MAIN_LIBRARIES}
    date = max(run.date for run in runs)  # ISO dates sort as text
    libraries = enumeration([f"{name} {', '.join(used)}" for name, used in versions.items() if used])
    models = context.quotable["counted.measured_on"]
    return f"Last run on {date}{f' with {libraries}' if libraries else ''}{f', on {models}' if models else ''}"


def describe_provenance(runs: Iterable[ShownRun]) -> str:
    """Return in words every checkpoint, library version and device that the runs were measured on, each once."""
    checkpoints, libraries, devices = set[str](), set[str](), set[str]()
    for run in runs:
        used_libraries = library_versions(run.measured)
        # Without a library there is no model: such a program reads a log, or another file of the repository.
        checkpoints.update(
            _titles_with_revisions(run) or ["fresh models" if used_libraries else "files of the repository"]
        )
        libraries.update(used_libraries)
        devices.add(run.measured.device)
    return "; ".join(", ".join(sorted(part)) for part in (checkpoints, libraries, devices) if part)


def staleness_notes(snippet: Snippet, run: ShownRun) -> list[str]:
    """Return a warning if the program was edited since the run, and one if the checkpoint's files have changed."""
    notes: list[str] = []
    if run.measured.snippet_digest != snippet.digest:
        notes.append("An earlier version of this program printed this. The new one has not run here yet.")
    if any(run.measured.checkpoints[used.slug].files != used.digest for used in run.used_checkpoints):
        notes.append("This was measured on an older revision of the checkpoint than the one that the site now names.")
    return notes


def library_versions(measured: Provenance) -> list[str]:
    """Return the libraries that pages name beside a number, with the run's versions: `torch 2.13.0`."""
    return [f"{name} {measured.versions[name]}" for name in MAIN_LIBRARIES if name in measured.versions]


def _titles_with_revisions(run: ShownRun) -> list[str]:
    """Return the titles of the checkpoints that the run read, with the revisions that it read, not today's."""
    revisions = [(used.title, run.measured.checkpoints[used.slug].revision) for used in run.used_checkpoints]
    return [f"{title} (revision {revision})" if revision else title for title, revision in revisions]
