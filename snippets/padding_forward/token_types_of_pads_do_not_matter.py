"""BERT's tokenizer gives pads token type 0, and with the mask 1 would change no bit of the text's vectors. Without the mask it changes them. This is float32."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel, BertTokenizer

scope = "library"
decides = "with the mask"

with tempfile.TemporaryDirectory() as _folder:
    _file = Path(_folder, "vocab.txt")
    _words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "one", "two"]
    _file.write_text("\n".join(_words))
    _tokenizer = BertTokenizer(str(_file))
_batch = _tokenizer("one", "two", padding="max_length", max_length=9)
_ids, _types, _mask = (
    torch.tensor([_batch[name]])
    for name in ("input_ids", "token_type_ids", "attention_mask")
)
_pads = _mask[0] == 0
_other_types = _types.masked_fill(_mask == 0, 1)
torch.manual_seed(0)
_sizes = {"vocab_size": 7, "hidden_size": 32, "num_hidden_layers": 2}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64}
model = BertModel(BertConfig(initializer_range=0.2, **_sizes)).eval()


def _same(**_masked):
    """Whether both token types at pads give the text the same vectors."""
    with torch.no_grad():
        _vectors = [
            model(_ids, token_type_ids=types, **_masked)[0][0, ~_pads]
            for types in (_types, _other_types)
        ]
    return torch.equal(*_vectors)


_with_mask, _without = _same(attention_mask=_mask), _same()
print("token types of two texts, then pads:", _types[0].tolist())
print(f"1 at pads, the same bits: with the mask {_with_mask}, without {_without}")
assert _types[0].tolist() == [0, 0, 0, 1, 1, 0, 0, 0, 0], _types
assert _pads.tolist() == [False] * 5 + [True] * 4, _pads
assert _with_mask
assert not _without
