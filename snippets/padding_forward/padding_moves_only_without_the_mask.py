"""With the mask and pads on the right, BERT gives a text the same vectors in a batch as by itself, up to rounding. In 40 texts padded to a multiple of 8 each real token's vector is within 0.00005 of its length in float32, 0.01 in float16 and 0.1 in bfloat16. Without the mask each text has one that moves by more than 0.2, in each of the three."""

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
_texts = []
for _line, _letters in zip(_held_out.splitlines()[5::13], range(2, 82, 2), strict=True):
    _, _text, *_ = _line.split("\t")
    _texts.append(_text[:_letters])
_batch = tokenizer(_texts, padding=True, pad_to_multiple_of=8, return_tensors="pt")
_ids, _mask = _batch["input_ids"], _batch["attention_mask"]
texts, padded_to = _ids.shape
_pads = (padded_to - _mask.sum(dim=1)).tolist()
fewest_pads, most_pads = min(_pads), max(_pads)
moved_is_below = {"float32": 5e-5, "float16": 0.01, "bfloat16": 0.1}
without_mask_above = 0.2


def moved(dtype, attention, mask):
    """For each text, the farthest that a vector moves, as a share of its length."""
    model = BertModel.from_pretrained(
        checkpoint, attn_implementation=attention, dtype=getattr(torch, dtype)
    ).eval()
    assert model.config._attn_implementation == attention
    found = []
    with torch.no_grad():
        padded = model(_ids, attention_mask=mask)[0].float()
        for ids, vectors, pads in zip(_ids, padded, _pads, strict=True):
            alone = model(ids[None, : padded_to - pads])[0][0].float()
            distance = (vectors[: len(alone)] - alone).norm(dim=1)
            found.append((distance / alone.norm(dim=1)).max().item())
    return found


_sdpa = {dtype: max(moved(dtype, "sdpa", _mask)) for dtype in moved_is_below}
_eager = max(moved("float32", "eager", _mask))
_without = {dtype: min(moved(dtype, "sdpa", None)) for dtype in moved_is_below}

print(f"{texts} texts, padded to {padded_to}: {fewest_pads} to {most_pads} pads")
by_dtype = []
for dtype, bound in moved_is_below.items():
    row = {"dtype": dtype, "with the mask": "below " + f"{bound:f}".rstrip("0")}
    by_dtype.append(row | {"without": f"above {without_mask_above}"})
_bounds = [f"{row['dtype']} {row['with the mask']}" for row in by_dtype]
print("moved, with the mask:", ", ".join(_bounds), end="; ")
print(f"without: above {without_mask_above}")
assert texts == 40 and padded_to % 8 == 0 and _mask[:, 0].all()
assert fewest_pads > 0 and most_pads > padded_to / 2, _pads
assert _eager < moved_is_below["float32"], _eager
for dtype, bound in moved_is_below.items():
    assert _sdpa[dtype] < bound, f"{dtype}: {_sdpa[dtype]}"
assert min(_without.values()) > without_mask_above, _without
