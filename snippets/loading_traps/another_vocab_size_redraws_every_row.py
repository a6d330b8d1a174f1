"""Loaded with a larger `vocab_size` and `ignore_mismatched_sizes=True`, every word's row and the bias are new, not only what is added. Loaded first and resized then, the old ones stay, also in a file saved from it."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_rows = model.bert.embeddings.word_embeddings.weight
torch.nn.init.normal_(_rows)  # no row is zero
_more = len(_rows) + 10
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    ignored, _report = BertForMaskedLM.from_pretrained(
        _folder,
        vocab_size=_more,
        ignore_mismatched_sizes=True,
        output_loading_info=True,
    )
    resized = BertForMaskedLM.from_pretrained(_folder)
resized.resize_token_embeddings(_more)
with tempfile.TemporaryDirectory() as _folder:
    resized.save_pretrained(_folder)
    again = BertForMaskedLM.from_pretrained(_folder)
missing_keys = sorted(_report["missing_keys"])
mismatched_keys = sorted(key for key, *_ in _report["mismatched_keys"])
_token_ids = torch.tensor([[2, 5, 7, 3]])


def row(way, one):
    words, bias = one.get_input_embeddings().weight, one.cls.predictions.bias
    logits, old = one.eval()(_token_ids)[0], len(_rows)
    expected = model(_token_ids)[0]
    return {
        "way": way,
        "rows": len(words),
        "rows kept": int((words[:old] == _rows).all(dim=1).sum()),
        "biases kept": int((bias[:old] == model.cls.predictions.bias).sum()),
        "same logits": torch.allclose(logits[..., :old], expected, atol=1e-5),
    }


ways = [
    row("sizes ignored", ignored),
    row("resized", resized),
    row("saved and loaded again", again),
]

for _row in ways:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
print("missing:", missing_keys, "mismatched:", mismatched_keys)
assert [_row["rows"] for _row in ways] == [_more] * 3
_ignored, _resized, _again = ([*_row.values()][2:] for _row in ways)
assert _ignored == [0, 0, False], f"rows, biases kept; same logits: {_ignored}"
assert _resized == [len(_rows), len(_rows), True], f"resizing: {_resized}"
assert _again == _resized, f"saved and loaded again: {_again}"
assert not missing_keys, f"in missing_keys: {missing_keys}"
assert len(mismatched_keys) == 2, f"in mismatched_keys: {mismatched_keys}"
