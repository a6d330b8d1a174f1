"""What a `config.json` says, and what transformers takes where it says nothing."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from inspector.families import Family
from inspector.messages import Messages


@dataclass(frozen=True)
class Configuration:
    """A configuration as it was read; `content` is empty where there is none."""

    content: dict[str, Any]
    is_there: bool
    messages: Messages

    def number(self, field: str) -> int | None:
        """A field's whole number; None where it says none, or a negative one: that stands for none."""
        value = self.content.get(field)
        return value if type(value) is int and value >= 0 else None

    @cached_property
    def model_type(self) -> str:
        """The family that it names, "" if none."""
        value = self.content.get("model_type")
        return value if isinstance(value, str) else ""

    @cached_property
    def names_of(self) -> str:
        """The family whose parameter names that family's files have: XLM-RoBERTa's are RoBERTa's."""
        return self.messages.same_names.get(self.model_type, [self.model_type])[0]

    def class_prefix(self, family: Family) -> str:
        """How the classes of a family begin, in the spelling of the family that is named: `Camembert`, say."""
        type_, name = self.messages.same_names.get(self.model_type, ["", ""])
        return name if type_ == family.type else family.name

    def ties(self, family: Family | None) -> bool:
        """Whether the output matrix is tied: as it says, or else as the family's classes do."""
        value = self.content.get("tie_word_embeddings")
        return value if isinstance(value, bool) else bool(family and family.tied)

    @cached_property
    def who_ties(self) -> str:
        """Who says whether it is tied, in words that begin a sentence's part."""
        explicit = isinstance(self.content.get("tie_word_embeddings"), bool)
        return "the configuration says that" if explicit else "where no configuration says otherwise,"

    @cached_property
    def class_name(self) -> str:
        """The class that it names, "" if none."""
        named = self.content.get("architectures")
        return named[0] if isinstance(named, list) and named and isinstance(named[0], str) else ""

    @cached_property
    def labels(self) -> int | None:
        """How many outputs it gives a task layer, as transformers counts them; None without a configuration."""
        names, count = self.content.get("id2label"), self.content.get("num_labels", 2)
        if not self.is_there:
            return None
        return len(names) if isinstance(names, dict) else count if type(count) is int else 2

    @cached_property
    def dtype(self) -> str | None:
        """The type of number that it names."""
        value = self.content.get("dtype", self.content.get("torch_dtype"))
        return value if isinstance(value, str) else None
