"""Pad on the right, and call BERT with all that the tokenizer returns, `model(**batch)`: then pads do not change a text's vectors. The mask goes along. This holds in pydoc-bert, in float32, up to rounding. With the ids alone, the pads count as text."""

from transformers import AutoTokenizer, BertModel, logging

scope = "checkpoint"
decides = "with the mask"

logging.set_verbosity_error()  # the load report has a page of its own
folder = "pydoc-bert"
tokenizer = AutoTokenizer.from_pretrained(folder)
model = BertModel.from_pretrained(folder).eval()
texts = ["return the file", "return the number of bytes read from the file"]
batch = tokenizer(texts, padding=True, return_tensors="pt")
_alone = model(**tokenizer(texts[0], return_tensors="pt"))[0][0]
_masked = model(**batch)[0][0, : len(_alone)] - _alone
_unmasked = model(batch["input_ids"])[0][0, : len(_alone)] - _alone
_with_mask = (_masked.norm() / _alone.norm()).item()
without_mask = (_unmasked.norm() / _alone.norm()).item()

print(f"moved by {_with_mask:.2%} with the mask, {without_mask:.0%} without")
assert _with_mask < 5e-5, _with_mask
assert 0.2 < without_mask < 1, without_mask
