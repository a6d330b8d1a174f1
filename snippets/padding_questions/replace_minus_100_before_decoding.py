"""Put the pad token's id in place of −100 before you decode labels or predictions: the tokenizer has no token −100 and raises an OverflowError. Then `skip_special_tokens=True` leaves the pads out, and the text comes back. Here the tokenizer is BERT's, with a short vocabulary."""

import tempfile
from pathlib import Path

import numpy as np
from transformers import BertTokenizerFast

scope = "library"
decides = "with −100"

_tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "fish", "live", "in", "sea"]
with tempfile.TemporaryDirectory() as _folder:
    _vocabulary = Path(_folder, "vocab.txt")
    _vocabulary.write_text("\n".join(_tokens))
    tokenizer = BertTokenizerFast(str(_vocabulary))
_ids = tokenizer("fish live in sea")["input_ids"]
_labels = np.array([[*_ids, -100, -100]])


def decoded(ids):
    try:
        return tokenizer.batch_decode(ids, skip_special_tokens=True)
    except OverflowError as error:
        return f"OverflowError: {error}"


with_minus_100 = decoded(_labels)
_mended = np.where(_labels == -100, tokenizer.pad_token_id, _labels)
with_pads = decoded(_mended)

print("with −100:", with_minus_100)
print("with the pad token's id:", with_pads)
assert str(with_minus_100).startswith("OverflowError: "), with_minus_100
assert with_pads == ["fish live in sea"], with_pads
