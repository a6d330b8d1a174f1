"""Keep the end of a long text with `truncation_side="left"`: the tokenizer cuts the beginning, and `[CLS]` and `[SEP]` stay. Set it on the tokenizer, or pass it to `from_pretrained`. Pads still come on the right."""

import tempfile
from pathlib import Path

from transformers import BertTokenizer

scope = "library"
decides = "truncation_side left"

_words = ["return", "the", "number", "of", "bytes", "in", "the", "file"]
with tempfile.TemporaryDirectory() as _folder:
    _vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted({*_words})]
    Path(_folder, "vocab.txt").write_text("\n".join(_vocabulary))
    _tokenizer = BertTokenizer(str(Path(_folder, "vocab.txt")))
    _passed = BertTokenizer.from_pretrained(_folder, truncation_side="left")


def _cut(_used):
    """Return the tokens of a long and of a short text, in one batch."""
    _options = {"truncation": True, "max_length": 6, "padding": True}
    _ids = _used([" ".join(_words), "file"], **_options)["input_ids"]
    return [_used.convert_ids_to_tokens(row) for row in _ids]


_right = _cut(_tokenizer)
_tokenizer.truncation_side = "left"
_left = _cut(_tokenizer)

print("by default:", *_right[0])
print("truncation_side left:", *_left[0])
assert _right[0] == ["[CLS]", *_words[:4], "[SEP]"], _right
assert _left[0] == ["[CLS]", *_words[-4:], "[SEP]"], _left
assert _left[1] == ["[CLS]", "file", "[SEP]", "[PAD]", "[PAD]", "[PAD]"], _left
assert _cut(_passed) == _left
