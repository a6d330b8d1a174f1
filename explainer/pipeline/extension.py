"""What one site adds to the engine: drawings of its own subject, tools whose files the build writes, and operators."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

from explainer.mutate.operators import Operator
from explainer.render.context import Context
from explainer.render.figures import Draw


class Tool(Protocol):
    """Something on the site that is not a page and has files, such as a box that answers what one pastes.

    Most rest on claims. One that does not is made of files in the repository alone, such as a model's weights. Its
    pages lie beside the artifacts, in a folder of `paths.GENERATED`.
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
    """`drawings` are more kinds of figure, by the name that `draw:` gives them.

    `operators` are more small changes of a program, which `--mutate` makes: those that know the site's subject.
    """

    drawings: Mapping[str, Draw] = field(default_factory=dict)
    tools: tuple[ReadTool, ...] = ()
    operators: tuple[Operator, ...] = ()


NOTHING = Extension()
