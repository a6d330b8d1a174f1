"""Cut the text in the tokenizer, with `truncation=True` and the model's number of positions as `max_length`: then the model takes it. For a RoBERTa subtract the pad token's id and 1. So it is for pydoc-bert, and for a RoBERTa with its tokenizer and random weights; what is cut off is not read."""

import tempfile
from pathlib import Path

import torch
from transformers import (
    AutoModel,
    AutoTokenizer,
    RobertaConfig,
    RobertaModel,
    logging,
)

scope = "checkpoint"
decides = "pydoc-bert: whole"

logging.set_verbosity_error()  # the tokenizer tells that the text is too long
torch.manual_seed(0)
_pydoc_bert = "checkpoints/pydoc-bert"
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_tokenizer = AutoTokenizer.from_pretrained(_pydoc_bert)
_roberta = RobertaModel(
    RobertaConfig(
        vocab_size=len(_tokenizer),
        pad_token_id=_tokenizer.pad_token_id,
        max_position_embeddings=130,
        **_sizes,
    )
)


def _number_of_positions(_model):
    _positions = _model.embeddings.position_embeddings
    _before = _positions.padding_idx  # RoBERTa counts from the id after it
    return _positions.num_embeddings - (0 if _before is None else _before + 1)


def _outcome(_model, **_options):
    """Return how many tokens a long text has, and whether the model takes it."""
    _batch = _tokenizer("one two " * 1000, return_tensors="pt", **_options)
    try:
        with torch.no_grad():
            _model(**_batch)
    except (RuntimeError, IndexError):
        return _batch["input_ids"].shape[1], False
    return _batch["input_ids"].shape[1], True


_whole, _cut, _one_more, _again, _most = {}, {}, {}, {}, {}
for _name, _model in {
    "pydoc-bert": AutoModel.from_pretrained(_pydoc_bert),
    "a RoBERTa": _roberta,
}.items():
    _most[_name] = _number_of_positions(_model)
    _whole[_name] = _outcome(_model)
    _cut[_name] = _outcome(_model, truncation=True, max_length=_most[_name])
    _one_more[_name] = _outcome(_model, truncation=True, max_length=_most[_name] + 1)
    with tempfile.TemporaryDirectory() as _folder:
        _model.save_pretrained(Path(_folder))
        _loaded = AutoModel.from_pretrained(Path(_folder))
    _again[_name] = _outcome(_loaded, truncation=True, max_length=_most[_name])

for _name in _most:
    print(f"{_name}: whole: {_whole[_name]}, cut: {_cut[_name]}, ", end="")
    print(f"one token more: {_one_more[_name]}, saved and loaded: {_again[_name]}")
assert not any(_taken for _length, _taken in _whole.values()), _whole
assert not any(_taken for _length, _taken in _one_more.values()), _one_more
assert _cut == {_name: (_length, True) for _name, _length in _most.items()}, _cut
assert _again == _cut, _again
