"""Reads `content/labs.yml`: claims chosen and ordered to be read, changed and run as one notebook."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from explainer.inputs.entries import CONTENT, Entry, read_entries

LABS = f"{CONTENT}/labs.yml"


class Lab(Entry, frozen=True):
    """A notebook: `claims` are its snippets, `topic/name`, in the order in which they run in one kernel."""

    title: str
    introduction: str
    claims: tuple[str, ...]

    @property
    def artifact(self) -> str:
        """Its notebook, below the artifacts."""
        return f"labs/{self.name}.ipynb"


def read_labs(root: Path, snippets: set[str]) -> list[Lab]:
    """All labs. Raises UserError for a bad field, or a claim that is not there or named twice."""

    def unfit(lab: Lab) -> Iterator[str]:
        if not lab.name.isidentifier():
            yield "a lab's name is its file's: letters, digits and _"
        if not lab.claims:
            yield "a lab without claims"
        yield from (f"there is no snippet `{key}`" for key in lab.claims if key not in snippets)
        yield from (f"`{key}` is named twice" for key, times in Counter(lab.claims).items() if times > 1)

    return read_entries(root, LABS, "labs", Lab, unfit)
