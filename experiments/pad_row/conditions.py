"""The conditions of the experiment on the [PAD] row: what each changes of the base, and with how many seeds it runs."""

from dataclasses import asdict, dataclass
from typing import Any

WORD = "file"  # an ordinary word of docstrings: watched beside [PAD], and swapped with it in one condition


@dataclass(frozen=True)
class Condition:
    """What may differ. The defaults are the base."""

    tied: bool = True
    padding_idx: bool = True
    mask: bool = True
    pads_are_labels: bool = False  # pads may be selected for prediction like any token
    replaced_by_any: bool = True  # 10 % of the selected become any token of the vocabulary; False: any word
    weight_decay: float = 0.01
    pads: bool = True  # False: all sequences of a batch have one length
    starts_at_zero: bool = True  # the [PAD] row
    swapped: bool = False  # [PAD] and WORD exchange their ids: id 0 is a word, and the word's id is the padding


CONDITIONS = {
    "base": Condition(),
    "no padding_idx": Condition(padding_idx=False),
    "no mask": Condition(mask=False),
    "no mask, no padding_idx": Condition(mask=False, padding_idx=False),
    "pads are labels": Condition(pads_are_labels=True),
    "replaced by words only": Condition(replaced_by_any=False),
    "no weight decay": Condition(weight_decay=0.0),
    "ten times the weight decay": Condition(weight_decay=0.1),
    "no pads": Condition(pads=False, replaced_by_any=False),  # so no [PAD] in any batch
    "random start": Condition(starts_at_zero=False),
    "swapped": Condition(swapped=True),
    "untied": Condition(tied=False),
    "untied, no mask": Condition(tied=False, mask=False),
    "untied, pads are labels": Condition(tied=False, pads_are_labels=True),
    "untied, no padding_idx": Condition(tied=False, padding_idx=False),
    "untied, no padding_idx, replaced by words only": Condition(tied=False, padding_idx=False, replaced_by_any=False),
    "untied, no padding_idx, no mask": Condition(tied=False, padding_idx=False, mask=False),
    "untied, no padding_idx, pads are labels": Condition(tied=False, padding_idx=False, pads_are_labels=True),
    "untied, random start": Condition(tied=False, starts_at_zero=False),
    "untied, random start, ten times the weight decay": Condition(tied=False, starts_at_zero=False, weight_decay=0.1),
    "untied, random start, no weight decay": Condition(tied=False, starts_at_zero=False, weight_decay=0.0),
}
# With more seeds than one, where a difference may be as small as that between seeds.
REPEATED = (
    "no padding_idx",
    "no mask",
    "replaced by words only",
    "no weight decay",
    "no pads",
    "untied, no padding_idx",
)
SEEDS = {"base": 3, **dict.fromkeys(REPEATED, 2)}
PLANNED = [(condition, seed) for condition in CONDITIONS for seed in range(SEEDS.get(condition, 1))]


def describe_conditions(_: object) -> dict[str, Any]:
    """The base, and what each condition changes of it, for the log."""
    base = asdict(Condition())
    changed = {
        name: {key: value for key, value in asdict(condition).items() if value != base[key]}
        for name, condition in CONDITIONS.items()
    }
    return {"base": base, "changed": changed}
