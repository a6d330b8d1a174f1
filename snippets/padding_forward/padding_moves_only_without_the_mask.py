"""40 texts in one batch, padded to a multiple of 8: with the mask each real token's vector is the one that it has alone, within 0.00005 of its length in float32, 0.01 in float16 and 0.1 in bfloat16; without the mask each text has one that moves by more than 0.1."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertModel, logging

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"
needs = ("bert",)
scope = "checkpoint"
decides = "with the mask:"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
_held_out = Path("checkpoints/pydoc-bert/held_out.txt").read_text(encoding="utf-8")
_lines = _held_out.splitlines()[5::13]
_texts = [line.split("\t")[1][: 2 * i + 2] for i, line in enumerate(_lines)]
_batch = tokenizer(_texts, padding=True, pad_to_multiple_of=8, return_tensors="pt")
_pads = (_batch["attention_mask"] == 0).sum(dim=1)
texts, padded_to = _batch["input_ids"].shape
fewest_pads, most_pads = _pads.min().item(), _pads.max().item()
# The farthest that a vector may move with the mask, as a share of its length.
moved_is_below = {"float32": 5e-5, "float16": 0.01, "bfloat16": 0.1}


def moved(dtype, attention, masks=(True,)):
    """For each text, the farthest that a real token's vector is from its own alone."""
    model = BertModel.from_pretrained(
        checkpoint, attn_implementation=attention, dtype=getattr(torch, dtype)
    ).eval()
    ids = _batch["input_ids"]
    with torch.no_grad():
        alone = [
            model(row[: padded_to - pads][None])[0][0].float()
            for row, pads in zip(ids, _pads, strict=True)
        ]
        for passed in masks:
            mask = _batch["attention_mask"] if passed else None
            padded = model(ids, attention_mask=mask)[0].float()
            yield torch.stack(
                [
                    ((row[: len(own)] - own).norm(dim=1) / own.norm(dim=1)).max()
                    for row, own in zip(padded, alone, strict=True)
                ]
            )


_eager, _eager_without = moved("float32", "eager", masks=(True, False))
_sdpa, _sdpa_without = moved("float32", "sdpa", masks=(True, False))
_with_mask = {"float32": max(_eager.max().item(), _sdpa.max().item())}
for _dtype in ("float16", "bfloat16"):
    _with_mask[_dtype] = next(moved(_dtype, "sdpa")).max().item()
least_moved_without_mask = _sdpa_without.min().item()
median_moved_without_mask = _sdpa_without.median().item()

print(f"{texts} texts, padded to {padded_to}: {fewest_pads} to {most_pads} pads")
_bounds = [f"{dtype} below {bound:.5f}" for dtype, bound in moved_is_below.items()]
print("moved, with the mask:", ", ".join(_bounds))
print(f"moved, without it: at least {least_moved_without_mask:.2f}", end=", ")
print(f"in half of the texts {median_moved_without_mask:.2f} or more")
assert fewest_pads > 0 and most_pads > padded_to / 2, _pads
for dtype, bound in moved_is_below.items():
    assert _with_mask[dtype] < bound, f"{dtype}: {_with_mask[dtype]}"
    assert _with_mask[dtype] > bound / 1000, f"{dtype}: only {_with_mask[dtype]}"
assert min(_eager_without.min(), _sdpa_without.min()) > 0.1, _eager_without
