"""Define what a site adds to the engine: its figures, tools whose files the build writes, mutation operators."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from explainer.mutate.operators import Operator
from explainer.render.context import Context
from explainer.render.figures import Figure


class Tool(Protocol):
    """Represent an interactive part of the site whose files the build writes, such as a box that explains pasted text.

    Most tools use claims; others are made from files in the repository alone, such as a model's weights. A tool may
    write pages in `../m/`. The folder's name is fixed (`paths.GENERATED_FOLDERS`), so that a build knows what is
    its own to delete.
    """

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Yield each use of a claim: where, in words with file and line, and the claim as `topic/name`."""

    def files(self, context: Context) -> tuple[dict[str, str], list[str]]:
        """Return the tool's artifacts by name, and a line for each problem.

        Binary content goes through `artifact_files.bytes_to_text`.
        """


ReadTool: TypeAlias = Callable[[Path, set[str]], Tool | None]
"""Return a tool, given the site's root and its claims as `topic/name`; None on a site that has no such tool.

Raise UserError for a mistake in the files that people write for it.
"""


@dataclass(frozen=True)
class Extension:
    """Hold what one site adds. `tools` are read when a build begins.

    `operators` are small changes of a program for `--mutate` that know the site's subject; the engine has general ones.
    """

    figures: tuple[Figure, ...] = ()
    tools: tuple[ReadTool, ...] = ()
    operators: tuple[Operator, ...] = ()
    folders: tuple[str, ...] = ()  # what its tools are made from, so that `mkdocs serve` watches them


NO_EXTENSION = Extension()
