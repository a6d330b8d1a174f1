"""Loaded with a larger `vocab_size` and `ignore_mismatched_sizes=True`, every word's row is random, not only the new ones. Loaded first and resized then, the old rows stay."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_rows = model.bert.embeddings.word_embeddings.weight
torch.nn.init.normal_(_rows)  # no row is zero
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    ignored, _report = BertForMaskedLM.from_pretrained(
        _folder,
        vocab_size=110,
        ignore_mismatched_sizes=True,
        output_loading_info=True,
    )
    resized = BertForMaskedLM.from_pretrained(_folder)
resized.resize_token_embeddings(110)
missing_keys = sorted(_report["missing_keys"])
_ignored_rows = ignored.bert.embeddings.word_embeddings.weight[:100]
_resized_rows = resized.bert.embeddings.word_embeddings.weight[:100]
rows_kept_by_ignoring = int((_ignored_rows == _rows).all(dim=1).sum())
rows_kept_by_resizing = int((_resized_rows == _rows).all(dim=1).sum())

print(f"rows kept: {rows_kept_by_ignoring} by ignoring the sizes,")
print(f"  {rows_kept_by_resizing} by resizing")
print("in missing_keys:", missing_keys)
assert rows_kept_by_ignoring == 0, f"{rows_kept_by_ignoring} rows are kept"
assert rows_kept_by_resizing == 100, f"resizing keeps {rows_kept_by_resizing} rows"
