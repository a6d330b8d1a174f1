"""If you need a larger vocabulary, load first, then call `resize_token_embeddings`: with `ignore_mismatched_sizes=True` and a larger `vocab_size`, every word's row is random. The keys are not in `missing_keys`, but in `mismatched_keys`. Loaded first and resized then, the old rows stay, also in a file saved from it."""

import tempfile

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "way: sizes ignored"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertModel(config).eval()
_rows = torch.nn.init.normal_(model.get_input_embeddings().weight)  # no row is zero
more = 110
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    ignored, _report = BertModel.from_pretrained(
        _folder, vocab_size=more, ignore_mismatched_sizes=True, output_loading_info=True
    )
    resized = BertModel.from_pretrained(_folder)
resized.resize_token_embeddings(more)
with tempfile.TemporaryDirectory() as _folder:
    resized.save_pretrained(_folder)
    again = BertModel.from_pretrained(_folder)
_key = "embeddings.word_embeddings.weight"
reported = {
    "missing": sorted(_report["missing_keys"]),
    "mismatched": [key for key, *_ in _report["mismatched_keys"]],
}
_token_ids = torch.tensor([[2, 5, 7, 3]])
_vectors = model(_token_ids)[0]


def row(way, one):
    words = one.get_input_embeddings().weight
    kept = (words[: len(_rows)] == _rows).all(dim=1)
    vectors = one.eval()(_token_ids)[0]
    return {
        "way": way,
        "rows": len(words),
        "kept": int(kept.sum()),
        "same vectors": torch.allclose(vectors, _vectors, atol=1e-5),
    }


ways = [
    row("sizes ignored", ignored),
    row("resized", resized),
    row("saved and loaded again", again),
]

trap = [
    {
        "you do": "give another `vocab_size`, and ignore mismatched sizes",
        "what happens": "note: MISMATCH; every word's row is new",
        "do instead": "load, then resize",
    }
]
for _row in ways:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
print("reported:", reported)
_kept = [_row["kept"] for _row in ways]
_same = [_row["same vectors"] for _row in ways]
assert {_row["rows"] for _row in ways} == {more}, "not each has the new size"
assert _kept == [0, len(_rows), len(_rows)], f"rows kept: {_kept}"
assert _same == [False, True, True], f"same vectors: {_same}"
assert reported == {"missing": [], "mismatched": [_key]}, f"reported: {reported}"
