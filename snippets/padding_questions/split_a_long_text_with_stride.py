"""Split a long text with `return_overflowing_tokens=True` and `stride`: neighbouring windows share `stride` tokens, none is lost, and BERT takes each window. Each has its own `[CLS]` and `[SEP]`; `overflow_to_sample_mapping` says which text it is of. This is the fast tokenizer."""

import tempfile
from itertools import pairwise
from pathlib import Path

import torch
from transformers import BertConfig, BertModel, BertTokenizerFast

scope = "library"
decides = "windows"

_words = [f"word{i}" for i in range(50)]
with tempfile.TemporaryDirectory() as _folder:
    _vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *_words]
    Path(_folder, "vocab.txt").write_text("\n".join(_vocabulary))
    _tokenizer = BertTokenizerFast(str(Path(_folder, "vocab.txt")))
torch.manual_seed(0)
_sizes = {"vocab_size": 55, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_model = BertModel(BertConfig(max_position_embeddings=16, **_sizes)).eval()

_shared = 5
_batch = _tokenizer(
    ["word7", " ".join(_words)],
    truncation=True,
    max_length=16,
    stride=_shared,
    return_overflowing_tokens=True,
    padding=True,
    return_tensors="pt",
)
_of = _batch.pop("overflow_to_sample_mapping").tolist()
with torch.no_grad():
    _vectors = _model(**_batch).last_hidden_state
_windows = [
    _tokenizer.convert_ids_to_tokens(ids[mask == 1])
    for ids, mask in zip(_batch["input_ids"], _batch["attention_mask"], strict=True)
]
_inner = [window[1:-1] for window in _windows[1:]]
_joined = _inner[0] + [word for window in _inner[1:] for word in window[_shared:]]

print(f"{len(_inner)} windows of at most 16 tokens, for texts", _of)
print("one ends in", *_inner[0][-_shared:], "and the next begins with it")
assert {(window[0], window[-1]) for window in _windows} == {("[CLS]", "[SEP]")}
for _one, _next in pairwise(_inner):
    assert _one[-_shared:] == _next[:_shared], (_one, _next)
assert _joined == _words, _joined
assert _of == [0, *[1] * len(_inner)], _of
assert _vectors.shape == (len(_of), 16, 16), _vectors.shape
