"""Reads `content/glossary.yml`: the words that the pages use in the field's sense."""

import re
from pathlib import Path

from explainer.inputs.entries import CONTENT, Entry, read_entries

GLOSSARY = f"{CONTENT}/glossary.yml"


class Term(Entry, frozen=True):
    """A word and what it means. `also` are other spellings of it."""

    means: str
    also: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """Its place on the glossary's page, and how a page refers to it."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


def read_glossary(root: Path) -> list[Term]:
    """All terms, in the file's order. Raises UserError for a bad field."""
    return read_entries(root, GLOSSARY, "terms", Term)
