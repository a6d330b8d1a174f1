"""Cut the text in the tokenizer, with `truncation=True` and `max_length=model.config.max_position_embeddings`, for a RoBERTa 2 less: then the model accepts it. RoBERTa's first position is the one after the pad token's id, which is 1. This holds for a BERT and a RoBERTa with random weights. One token more is an error."""

import tempfile
from pathlib import Path

import torch
from transformers import (
    AutoModel,
    BertConfig,
    BertModel,
    BertTokenizer,
    RobertaConfig,
    RobertaModel,
    logging,
)

scope = "library"
needs_cpu = "a bad index is an IndexError on the CPU, and ends the use of CUDA"
decides = "BERT: whole"

logging.set_verbosity_error()  # the tokenizer tells that the text is too long
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_sizes |= {"vocab_size": 50, "intermediate_size": 24, "max_position_embeddings": 130}
_models = {
    "BERT": BertModel(BertConfig(**_sizes)),
    "RoBERTa": RobertaModel(RobertaConfig(pad_token_id=1, **_sizes)),
}
with tempfile.TemporaryDirectory() as _folder:
    _words = ["[UNK]", "[PAD]", "[CLS]", "[SEP]", "[MASK]", "one", "two"]
    Path(_folder, "vocab.txt").write_text("\n".join(_words))
    _tokenizer = BertTokenizer(str(Path(_folder, "vocab.txt")))


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
for _name, _model in _models.items():
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
assert list(_whole.values()) == [(2002, False)] * 2, _whole
assert not any(_taken for _length, _taken in _one_more.values()), _one_more
assert _most == {"BERT": 130, "RoBERTa": 128}, _most
assert _cut == {_name: (_length, True) for _name, _length in _most.items()}, _cut
assert _again == _cut, _again
