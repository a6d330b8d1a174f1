"""“Token indices sequence length is longer than …” is only a warning: the tokenizer cuts nothing, and BERT's call is what fails. If you slice the ids yourself, you lose `[SEP]`; `truncation=True` leaves it at the end. Here the tokenizer has a `model_max_length` of 512."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel, BertTokenizer

scope = "library"
decides = "the model's call"

with tempfile.TemporaryDirectory() as _folder:
    _words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "one", "two"]
    Path(_folder, "vocab.txt").write_text("\n".join(_words))
    _file = str(Path(_folder, "vocab.txt"))
    _tokenizer = BertTokenizer(_file, model_max_length=512)
torch.manual_seed(0)
_sizes = {"vocab_size": 7, "hidden_size": 16, "num_hidden_layers": 1}
_model = BertModel(BertConfig(num_attention_heads=2, intermediate_size=24, **_sizes))
_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
logging.getLogger("transformers").addHandler(_handler)


def _fails(_ids):
    try:
        _model.eval()(torch.tensor([_ids]))
    except (RuntimeError, IndexError):
        return True
    return False


_text = "one two " * 400
_whole = _tokenizer(_text)["input_ids"]
_warnings = [line for line in _said if line.startswith("Token indices sequence")]
_cut = _tokenizer(_text, truncation=True)["input_ids"]
_sliced = _whole[:512]

print(f"{len(_whole)} tokens;", _warnings[0][:80])
print("the model's call fails:", _fails(_whole), "— cut or sliced:", _fails(_cut))
assert len(_whole) == 802 and _whole[1:-1] == [5, 6] * 400, len(_whole)
assert len(_warnings) == 1 and "(802 > 512)" in _warnings[0], _said
assert _fails(_whole) and not _fails(_cut) and not _fails(_sliced)
assert len(_cut) == 512 and _cut[-1] == _tokenizer.sep_token_id != _sliced[-1]
