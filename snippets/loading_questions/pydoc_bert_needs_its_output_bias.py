"""pydoc-bert without its output bias computes other scores, and at a few positions another token comes first."""

import logging

import torch
from transformers import AutoTokenizer, BertForMaskedLM

scope = "checkpoint"

pydoc_bert = "pydoc-bert"

logging.disable(logging.CRITICAL)  # the load report has a page of its own
model = BertForMaskedLM.from_pretrained(pydoc_bert).eval()
inputs = AutoTokenizer.from_pretrained(pydoc_bert)(
    [
        "Return a list of the [MASK] in the given [MASK].",
        "If [MASK] is None, the default [MASK] is used.",
        "Raise an error if the [MASK] does not [MASK].",
        "The [MASK] of the file that is to be [MASK].",
        "A [MASK] that [MASK] each item of the sequence.",
        "This [MASK] is called when the [MASK] is closed.",
        "Convert the [MASK] to a string and [MASK] it.",
        "See the [MASK] for more about [MASK] objects.",
    ],
    padding=True,
    return_tensors="pt",
)
_bias = model.cls.predictions.bias
with torch.no_grad():
    _scores = model(**inputs).logits
    bias_spread = _bias.std().item()
    _less_the_bias = _scores - _bias
    _bias.zero_()
    _without = model(**inputs).logits
_real = inputs["attention_mask"].bool()
_best = _scores.argmax(-1, keepdim=True)
_behind = _without.max(-1).values - _without.gather(-1, _best).squeeze(-1)
positions = int(_real.sum())
another_token_first = int((_behind[_real] > 0.01).sum())  # by a margin

print(f"the bias spreads by {bias_spread:.2f} over the vocabulary")
print(f"another token first at {another_token_first} of {positions} positions")
assert torch.allclose(_without, _less_the_bias, atol=1e-4)
assert bias_spread > 0.1
assert 2 <= another_token_first < positions / 4
