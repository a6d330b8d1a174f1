"""Read the fields of a `config.json`, and what transformers takes for those that it lacks."""

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from inspector.families import TIED_WHATEVER_IS_SAID, Family
from inspector.messages import Messages


@dataclass(frozen=True)
class Configuration:
    """Hold a configuration as it was read; `content` is empty if there is none."""

    content: dict[str, Any]
    exists: bool
    messages: Messages

    def int_field(self, field: str) -> int | None:
        """Return a field as an int ≥ 0, or None. A negative number stands for none."""
        if " × " in field:
            factors = [self.int_field(factor) for factor in field.split(" × ")]
            return None if None in factors else prod(factor for factor in factors if factor is not None)
        value = self.content.get(field)
        return value if type(value) is int and value >= 0 else None

    @cached_property
    def model_type(self) -> str:
        """Return the family that the configuration names, "" if none."""
        value = self.content.get("model_type")
        return value if isinstance(value, str) else ""

    @cached_property
    def naming_type(self) -> str:
        """Return the model type whose parameter names this one's files have: XLM-RoBERTa's are RoBERTa's."""
        return self.messages.same_names.get(self.model_type, [self.model_type])[0]

    def class_prefix(self, family: Family) -> str:
        """Return how class names begin: `Camembert` for a CamemBERT, though its family of names is RoBERTa's."""
        naming_type, name = self.messages.same_names.get(self.model_type, ["", ""])
        return name if naming_type == family.model_type else family.name

    def is_tied(self, family: Family | None) -> bool:
        """Return whether the class ties the decoder: as the configuration says, or else as the family's classes do."""
        value = self.content.get("tie_word_embeddings")
        if family and family.model_type in TIED_WHATEVER_IS_SAID:
            return True
        return value if isinstance(value, bool) else bool(family and family.tied_by_default)

    @property
    def says_untied(self) -> bool:
        """Return whether the configuration says in so many words that nothing is tied."""
        return self.content.get("tie_word_embeddings") is False

    @cached_property
    def tie_clause(self) -> str:
        """Return the beginning of a clause: whether the config or the default decides that the decoder is tied."""
        explicit = isinstance(self.content.get("tie_word_embeddings"), bool)
        return "the configuration says that" if explicit else "where no configuration says otherwise,"

    @cached_property
    def class_name(self) -> str:
        """Return the first class in `architectures`, "" if there is none."""
        names = self.content.get("architectures")
        return names[0] if isinstance(names, list) and names and isinstance(names[0], str) else ""

    @cached_property
    def label_count(self) -> int | None:
        """Return how many outputs a task layer has, as transformers counts them; None without a configuration."""
        names, count = self.content.get("id2label"), self.content.get("num_labels")
        if not self.exists:
            return None
        default = 3 if self.model_type == "bart" else 2
        return len(names) if isinstance(names, dict) else count if type(count) is int else default

    @cached_property
    def dtype(self) -> str | None:
        """Return the weights' type as the configuration spells it, or None."""
        value = self.content.get("dtype", self.content.get("torch_dtype"))  # torch_dtype is its older name
        return value if isinstance(value, str) else None
