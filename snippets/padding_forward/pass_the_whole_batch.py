"""Pad on the right, and call BERT with all that the tokenizer returns, `model(**batch)`: then pads do not change a text's vectors. The mask goes along. This holds in pydoc-bert, in float32, up to rounding. With the ids alone, the pads count as text."""

from transformers import AutoTokenizer, BertModel, logging

scope = "checkpoint"
decides = "with the mask"

logging.set_verbosity_error()  # the load report has a page of its own
# --8<-- [start:lesson]
tokenizer = AutoTokenizer.from_pretrained("pydoc-bert")
model = BertModel.from_pretrained("pydoc-bert")
texts = ["return the file", "return the number of bytes read from the file"]
alone = model(**tokenizer(texts[0], return_tensors="pt")).last_hidden_state[0]

batch = tokenizer(texts, padding=True, return_tensors="pt")
masked = model(**batch).last_hidden_state[0, : len(alone)]
unmasked = model(batch["input_ids"]).last_hidden_state[0, : len(alone)]

with_mask = (masked - alone).norm() / alone.norm()
without_mask = (unmasked - alone).norm() / alone.norm()
print(f"moved by {with_mask:.2%} with the mask, {without_mask:.0%} without")
# --8<-- [end:lesson]

assert with_mask < 5e-5, with_mask
assert 0.2 < without_mask < 1, without_mask
