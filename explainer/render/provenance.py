"""What a number was measured on, in words; and what a reader must know of an output that is not of today's source."""

from collections.abc import Iterable

from explainer.inputs.checkpoints import NAMED, Checkpoint
from explainer.inputs.snippets import Snippet
from explainer.render.context import Tab


def caption(tab: Tab) -> str:
    """One run: checkpoint and revision, library versions, device, date."""
    parts = [_checkpoint(tab, used) for used in tab.uses]
    parts += _versions(tab)
    return "Measured on " + ", ".join([*parts, tab.measured.device, tab.measured.date]) + "."


def measured_on(tabs: list[Tab]) -> str:
    """One line for the foot of a page."""
    return f"This page was measured on {provenance(tabs)}.\n{{ .measured-on }}\n"


def provenance(tabs: Iterable[Tab]) -> str:
    """Every checkpoint, library version and device that the runs were measured on, each once."""
    checkpoints, versions, devices = set[str](), set[str](), set[str]()
    for tab in tabs:
        checkpoints |= {_checkpoint(tab, used) for used in tab.uses} or {"models and tensors made on the spot"}
        versions |= {*_versions(tab)}
        devices.add(tab.measured.device)
    return "; ".join(", ".join(sorted(part)) for part in (checkpoints, versions, devices))


def staleness_notes(snippet: Snippet, tab: Tab) -> list[str]:
    """Warnings for an output of an edited source, or of a checkpoint whose files are now others."""
    lines: list[str] = []
    if tab.measured.snippet != snippet.digest:
        lines.append("This output is of an earlier version of the snippet, which has not been run here since.")
    if any(tab.measured.checkpoints[used.slug].files != used.digest for used in tab.uses):
        lines.append("This output is of another revision of the checkpoint than the one now named in the registry.")
    return lines


def _versions(tab: Tab) -> list[str]:
    return [f"{name} {tab.measured.versions[name]}" for name in NAMED if name in tab.measured.versions]


def _checkpoint(tab: Tab, used: Checkpoint) -> str:
    """A checkpoint with the revision that was measured, which need not be the one that its entry names now."""
    revision = tab.measured.checkpoints[used.slug].revision
    return f"{used.title} at {revision}" if revision else used.title
