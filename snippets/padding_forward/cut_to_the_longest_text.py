"""Tokenize with `truncation=True` and `max_length`, the model's number of positions: a text longer than BERT's position table, by default 512 rows, raises an error. The other texts of the batch get the vectors that they get alone. Without `max_length` the length comes from the tokenizer's files: one made from a vocabulary alone, or an own `PreTrainedTokenizerFast`, saved and loaded, cuts nothing. This is pydoc-bert, with 128 rows. For a RoBERTa subtract the pad token's id and 1 from its rows."""

import tempfile

import torch
from transformers import (
    AutoTokenizer,
    BertConfig,
    BertModel,
    BertTokenizer,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaModel,
    logging,
)

scope = "checkpoint"
needs_cpu = "a bad index is an IndexError on the CPU, and ends the use of CUDA"
decides = "not cut:"

logging.set_verbosity_error()  # the load report has a page of its own
folder = "pydoc-bert"
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
_own = PreTrainedTokenizerFast(
    tokenizer_object=bare.backend_tokenizer, **bare.special_tokens_map
)
with tempfile.TemporaryDirectory() as _folder:
    _own.save_pretrained(_folder)
    _own = AutoTokenizer.from_pretrained(_folder)
own_cuts_to = _own(texts, truncation=True, **_settings)["input_ids"].shape[1]
_given = {"truncation": True, "max_length": rows, **_settings}
bare_given_a_length = bare(texts, **_given)["input_ids"].shape[1]
own_given_a_length = _own(texts, **_given)["input_ids"].shape[1]
_sizes = {"num_hidden_layers": 1, "hidden_size": 24, "vocab_size": 50}
_roberta = RobertaModel(RobertaConfig(max_position_embeddings=514, **_sizes))
roberta_takes = (
    _roberta.config.max_position_embeddings - _roberta.config.pad_token_id - 1
)


def roberta_runs(length):
    """Whether RoBERTa takes so many tokens."""
    try:
        _roberta(torch.full((1, length), 5))
    except (IndexError, RuntimeError):
        return False
    return True


print(f"{tokens} tokens, not cut: {error}")
print(f"cut to {cut_to}; made from a vocabulary alone: {bare_cuts_to}", end=", ")
print(f"with max_length {bare_given_a_length}")
print(f"an own tokenizer cuts to {own_cuts_to}; RoBERTa takes {roberta_takes} tokens")
assert rows_by_default == 512, rows_by_default
assert tokens > rows
assert "must match" in error and str(tokens) in error and str(rows) in error, error
assert cut_to == rows == bare_given_a_length
assert ends_in == tokenizer.sep_token_id
assert _off < 5e-5, _off
assert bare_cuts_to == tokens, bare_cuts_to
assert own_cuts_to == tokens, own_cuts_to
assert own_given_a_length == rows, own_given_a_length
assert roberta_takes == 512, roberta_takes
assert roberta_runs(roberta_takes) and not roberta_runs(roberta_takes + 1)
