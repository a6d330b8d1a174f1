"""Tokenize with `truncation=True` as well as `padding=True`: a text longer than BERT's position table, by default 512 rows, raises an error. The other texts of the batch get the vectors that they get alone. The length comes from the tokenizer's files: one made from a vocabulary alone cuts nothing without `max_length`. This is pydoc-bert, with 128 rows."""

import torch
from transformers import AutoTokenizer, BertConfig, BertModel, BertTokenizer, logging

scope = "checkpoint"
decides = "not cut:"

logging.set_verbosity_error()  # the load report has a page of its own
folder = "checkpoints/pydoc-bert"
tokenizer = AutoTokenizer.from_pretrained(folder)
model = BertModel.from_pretrained(folder).eval()
rows, rows_by_default = (
    config.max_position_embeddings for config in (model.config, BertConfig())
)
texts = ["return the file " * 100, "return the file"]
_settings = {"padding": True, "return_tensors": "pt"}


def outcome(batch):
    """Return BERT's vectors, or its error."""
    try:
        with torch.no_grad():
            return model(**batch).last_hidden_state
    except RuntimeError as error:
        return str(error)


_whole = tokenizer(texts, **_settings)
tokens = _whole["input_ids"].shape[1]
error = outcome(_whole)
_cut = tokenizer(texts, truncation=True, **_settings)
cut_to, ends_in = _cut["input_ids"].shape[1], _cut["input_ids"][0, -1].item()
_alone = outcome(tokenizer(texts[1], return_tensors="pt"))[0]
_off = (outcome(_cut)[1, : len(_alone)] - _alone).norm() / _alone.norm()
bare = BertTokenizer(f"{folder}/vocab.txt")
bare_cuts_to = bare(texts, truncation=True, **_settings)["input_ids"].shape[1]
_given = {"truncation": True, "max_length": rows, **_settings}
bare_given_a_length = bare(texts, **_given)["input_ids"].shape[1]

print(f"{tokens} tokens, not cut: {error}")
print(f"cut to {cut_to}; made from a vocabulary alone: {bare_cuts_to}", end=", ")
print(f"with max_length {bare_given_a_length}")
assert rows_by_default == 512, rows_by_default
assert tokens > rows
assert "must match" in error and str(tokens) in error and str(rows) in error, error
assert cut_to == rows == bare_given_a_length
assert ends_in == tokenizer.sep_token_id
assert _off < 5e-5, _off
assert bare_cuts_to == tokens, bare_cuts_to
