"""Reads `content/figures.yml`: what is drawn, and from which facts."""

from collections.abc import Iterator
from pathlib import Path

from explainer.inputs.entries import CONTENT, Entry, Struct, read_entries

FIGURES = f"{CONTENT}/figures.yml"


class Lane(Struct, frozen=True):
    """A claim over the releases: what it asks, and for `holds` or a piece of a reason (look, word)."""

    claim: str
    asks: str
    words: dict[str, tuple[str, str]]


class Figure(Entry, frozen=True):
    """A drawing of the facts of one run, `facts` being topic.snippet.run, or of `lanes`, claims over the releases.

    `follow` is the fact that a flow follows.
    """

    draw: str
    title: str
    caption: str
    facts: str = ""
    follow: str | None = None
    lanes: tuple[Lane, ...] = ()

    @property
    def run(self) -> tuple[str, str]:
        """The snippet, `topic/name`, and the run whose facts it draws."""
        topic, name, slug = self.facts.split(".")
        return f"{topic}/{name}", slug


def read_figures(root: Path, snippets: set[str]) -> list[Figure]:
    """All figures. Raises UserError for a bad field or an unknown snippet."""

    def unfit(entry: Figure) -> Iterator[str]:
        if not entry.lanes and (entry.facts.count(".") != 2 or entry.run[0] not in snippets):
            yield "`facts` is topic.snippet.run, of a snippet that is there"
        if unknown := [lane.claim for lane in entry.lanes if lane.claim not in snippets]:
            yield f"there is no snippet `{unknown[0]}` for a lane"

    return read_entries(root, FIGURES, "figures", Figure, unfit)
