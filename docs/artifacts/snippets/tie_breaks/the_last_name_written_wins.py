"""Where a state dict holds two different matrices for the tie, `load_state_dict` keeps the decoder's and says nothing, whichever comes first in it."""

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
_state = {
    **model.state_dict(),
    "bert.embeddings.word_embeddings.weight": torch.ones(100, 24),
    "cls.predictions.decoder.weight": torch.rand(100, 24),
}
_won = []
for _ordered in (_state, dict(reversed(_state.items()))):
    torch.nn.init.zeros_(embedding.weight)
    model.load_state_dict(_ordered)
    _won.append(torch.equal(embedding.weight, _state["cls.predictions.decoder.weight"]))
decoders_won = all(_won)

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
        "operation": "`model.load_state_dict(…)` of two different matrices",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "problem: the decoder's won" if decoders_won else "—",
        "after saving and loading": _reloaded,
        "do": "compare the two with `torch.equal` before you load",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell.removeprefix('problem: ').removeprefix('note: ')}")
assert still_one, "the decoder has a matrix of its own"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert decoders_won, "the embedding's matrix is kept"
assert not same_logits, "the logits are as before"
assert loads_tied and loads_same, f"tied {loads_tied}, same logits {loads_same}"
