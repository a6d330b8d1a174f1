"""Load the model in transformers 3 or later and resize it again: the output bias is then as long as the matrix. It is so in the saved file, too, and the old tokens keep their scores. Seen on a tied `BertForMaskedLM`."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM, logging

scope = "library"
decides = "rows and bias"

logging.set_verbosity_error()  # resizing tells how it draws the new rows
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_config = BertConfig(vocab_size=50, intermediate_size=24, **_sizes)
_saved = BertForMaskedLM(_config).eval()
torch.nn.init.normal_(_saved.cls.predictions.bias)  # stands for a learned bias
_token_ids = torch.tensor([[2, 5, 7, 3]])
_wanted = _saved(_token_ids)[0]
with tempfile.TemporaryDirectory() as _mine, tempfile.TemporaryDirectory() as _new:
    _saved.save_pretrained(_mine)
    _model = BertForMaskedLM.from_pretrained(_mine)
    _model.resize_token_embeddings(57)
    _model.save_pretrained(_new)
    _models = [_model.eval(), BertForMaskedLM.from_pretrained(_new).eval()]

_lengths = [
    (len(_one.get_output_embeddings().weight), len(_one.cls.predictions.bias))
    for _one in _models
]
_scores = [_one(_token_ids)[0] for _one in _models]
_same = [torch.allclose(_one[..., :50], _wanted, atol=1e-5) for _one in _scores]
print("rows and bias, resized and loaded again:", *_lengths)
print("the old tokens' scores are the same:", *_same)
assert _lengths == [(57, 57)] * 2, _lengths
assert [_one.shape[-1] for _one in _scores] == [57, 57], "other scores"
assert _same == [True] * 2, _same
