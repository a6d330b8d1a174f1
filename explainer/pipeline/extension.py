"""What one site adds to the engine: its figures, tools whose files the build writes, and operators of mutation."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from explainer.mutate.operators import Operator
from explainer.render.context import Context
from explainer.render.figures import Figure


class Tool(Protocol):
    """Something on the site that is not a page and has files, such as a box that answers what one pastes.

    Most rest on claims. One that does not is made of files in the repository alone, such as a model's weights. Its
    pages lie beside the artifacts, in `m`: with `c` and `proofs` the folders of pages that a build owns on any site
    (`paths.GENERATED`), as the stamp must know them before it imports anything of the site.
    """

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Where a claim is used, in words with file and line, and the claim."""

    def files(self, context: Context) -> tuple[dict[str, str], list[str]]:
        """Its artifacts by name, and one line for each thing that is wrong.

        What is no text goes through `artifact_files.as_text`.
        """


ReadTool: TypeAlias = Callable[[Path, set[str]], Tool | None]
"""From the repository's root and the snippets that there are; None on a site without it.

Raises UserError for what a person wrote wrong.
"""


@dataclass(frozen=True)
class Extension:
    """`drawings` are the site's figures.

    `operators` are more small changes of a program, which `--mutate` makes: those that know the site's subject.
    """

    drawings: tuple[Figure, ...] = ()
    tools: tuple[ReadTool, ...] = ()
    operators: tuple[Operator, ...] = ()


NOTHING = Extension()
