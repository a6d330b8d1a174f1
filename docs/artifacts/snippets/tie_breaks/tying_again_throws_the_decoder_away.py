"""`tie_weights()` on a tied model changes nothing. On one untied by hand it drops the decoder's own matrix and bias; `resize_token_embeddings` drops that matrix, but keeps that bias and drops the head's."""

import copy
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
model.tie_weights()
tied_after = head.decoder.weight is embedding.weight
same_after = torch.allclose(model(_ids)[0], _before, atol=1e-5)
head.decoder.weight = torch.nn.Parameter(torch.randn(100, 24))  # untied by hand
_heads_bias, head.decoder.bias = head.bias, torch.nn.Parameter(torch.zeros(100))
resized, flagged = copy.deepcopy(model), copy.deepcopy(model)  # both untied
model.tie_weights()
dropped_by_tying = head.decoder.weight is embedding.weight
bias_is_heads = head.decoder.bias is _heads_bias

resized.resize_token_embeddings(107)
_decoder = resized.cls.predictions.decoder
dropped_by_resizing = _decoder.weight is resized.get_input_embeddings().weight
_one_bias = resized.cls.predictions.bias is _decoder.bias
kept_the_decoders_bias = _one_bias and bool((_decoder.bias[:100] == 0).all())

flagged.config.tie_word_embeddings = False
_decoder = flagged.cls.predictions.decoder
_own_weight, _own_bias = _decoder.weight, _decoder.bias
flagged.tie_weights()
kept_with_flag = _decoder.weight is _own_weight and _decoder.bias is _own_bias

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias
_after = model(_ids)[0].detach()
same_logits = torch.allclose(_after, _before, atol=1e-5)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
_words = _loaded.bert.embeddings.word_embeddings
loads_tied = _loaded.cls.predictions.decoder.weight is _words.weight
loads_same = torch.allclose(_loaded(_ids)[0], _after, atol=1e-5)
_reloaded = ("tied" if loads_tied else "note: two") + (
    "" if loads_same else ", changed"
)

row = [
    {
        "operation": "`model.tie_weights()` of a model untied by hand",
        "still one object": "note: one again"
        if dropped_by_tying and still_one
        else "no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "note: as if never untied" if same_logits else "problem: changed",
        "after saving and loading": _reloaded,
        "do": "set `config.tie_word_embeddings = False` when you untie by hand",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell}")
assert tied_after and same_after, f"tied {tied_after}, same logits {same_after}"
assert dropped_by_tying, "tie_weights() leaves it untied"
assert bias_is_heads, "tie_weights() does not take the head's bias"
assert dropped_by_resizing, "resizing leaves it untied"
assert kept_the_decoders_bias, "resizing drops the decoder's bias"
assert still_one, "the decoder has a matrix of its own"
assert kept_with_flag, "the flag does not keep it untied"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert same_logits, "the logits have changed"
assert loads_tied and loads_same, f"tied {loads_tied}, same logits {loads_same}"
