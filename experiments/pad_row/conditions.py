"""The conditions of the experiment on the [PAD] row: what each changes of the base, and with how many seeds it runs."""

from dataclasses import asdict, dataclass
from typing import Any

COMMON, RARE = "file", "detail"  # two words of docstrings, watched beside [PAD] and the [unused] tokens


@dataclass(frozen=True)
class Condition:
    """What may differ. The defaults are the base."""

    tied: bool = True
    padding_idx: bool = True
    mask: bool = True
    pads_are_labels: bool = False  # pads may be selected for prediction like any token
    any_token: bool = False  # 10 % of the selected become a random one: any word, or, as Google has it, any token
    optimizer: str = "AdamW"
    weight_decay: float = 0.01
    pads: bool = True  # False: all sequences of a batch have one length


# With five seeds: the base, Google's rule beside it, and one departure from the base at a time.
REPEATED = {
    "base": Condition(),
    "any token": Condition(any_token=True),
    "no weight decay": Condition(weight_decay=0.0),
    "SGD": Condition(optimizer="SGD"),
    "untied": Condition(tied=False),
    "no mask": Condition(mask=False),
    "pads are labels": Condition(pads_are_labels=True),
}
# With fewer, where the answer is exact (the same numbers, a row of zeros, a closed form) or has no near rival.
FEWER = {
    "no mask, no padding_idx": Condition(mask=False, padding_idx=False),
    "no padding_idx": Condition(padding_idx=False),
    "no pads": Condition(pads=False),  # and as replacement draws words only, no [PAD] in any batch
    "untied, no padding_idx": Condition(tied=False, padding_idx=False),
    "untied, any token, no padding_idx": Condition(tied=False, any_token=True, padding_idx=False),
    "untied, no mask, no padding_idx": Condition(tied=False, mask=False, padding_idx=False),
    "untied, pads are labels, no padding_idx": Condition(tied=False, pads_are_labels=True, padding_idx=False),
}
CONDITIONS = REPEATED | FEWER
SEEDS = {
    **dict.fromkeys(REPEATED, 5),
    **dict.fromkeys(FEWER, 1),
    "no mask, no padding_idx": 3,
    "untied, any token, no padding_idx": 2,  # the first never draws [PAD]
}
PLANNED = [(condition, seed) for condition, seeds in SEEDS.items() for seed in range(seeds)]


def describe_conditions(_: object) -> dict[str, Any]:
    """The base, and what each condition changes of it, for the log."""
    base = asdict(Condition())
    changed = {
        name: {key: value for key, value in asdict(condition).items() if value != base[key]}
        for name, condition in CONDITIONS.items()
    }
    return {"base": base, "changed": changed}
