"""`named_parameters()` names the shared matrix once, after the embedding: a rule for names with `decoder` finds nothing, and two groups by module are refused."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "named decoder"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
_names = [name for name, _ in model.named_parameters()]
called_decoder = [name for name in _names if "decoder" in name]
called_word = [name for name in _names if "word_embeddings" in name]
try:
    torch.optim.AdamW(
        [{"params": model.bert.parameters()}, {"params": head.parameters(), "lr": 1e-3}]
    )
    refused = ""
except ValueError as _error:
    refused = str(_error)
print("named decoder:", called_decoder, "· two groups:", refused)

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
_groups_are = "refused" if refused else "taken"

row = [
    {
        "operation": f"`AdamW`, two groups by module: {_groups_are}",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "problem: changed",
        "after saving and loading": _reloaded,
        "do": "make the groups from `named_parameters()`: each Parameter once",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell}")
assert called_decoder == [], f"{called_decoder}"
assert len(called_word) == 1, f"{called_word}"
assert "more than one" in refused, f"two groups: {refused or 'accepted'}"
assert still_one, "the decoder has a matrix of its own"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert same_logits, "the logits have changed"
assert loads_tied and loads_same, f"tied {loads_tied}, same logits {loads_same}"
