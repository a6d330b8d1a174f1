"""`tie_weights()` on a model untied by hand drops the decoder's own matrix and bias: the logits are as if it had never been untied. With `tie_word_embeddings=False` it leaves both."""

import copy
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "logits:"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
assert head.decoder.weight is embedding.weight, "it is not tied at the start"
_heads_bias = head.bias
head.decoder.weight = torch.nn.Parameter(torch.randn(100, 24))  # untied by hand
head.decoder.bias = torch.nn.Parameter(torch.zeros(100))
_untied = model(_ids)[0].detach()
untied_logits_differ = not torch.allclose(_untied, _before, atol=1e-5)
flagged = copy.deepcopy(model)
model.tie_weights()
bias_is_heads = head.decoder.bias is _heads_bias
flagged.config.tie_word_embeddings = False
flagged.tie_weights()
kept_with_flag = torch.equal(flagged(_ids)[0], _untied)

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
        "still one object": "note: yes, again" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "note: those of the tied model again"
        if same_logits
        else "problem: changed",
        "after saving and loading": _reloaded,
        "do": "set `config.tie_word_embeddings = False` when you untie by hand",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell.removeprefix('problem: ').removeprefix('note: ')}")
assert untied_logits_differ, "the model was not untied"
assert bias_is_heads, "tie_weights() does not take the head's bias"
assert still_one, "the decoder has a matrix of its own"
assert kept_with_flag, "the flag does not keep it untied"
assert same_logits, "the logits are not the tied model's"
assert loads_tied and loads_same, f"tied {loads_tied}, same logits {loads_same}"
