"""`model.bert.requires_grad_(False)` freezes the decoder's weight too, and leaves its bias to train."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "trains"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
model.bert.requires_grad_(False)
weight_trains = head.decoder.weight.requires_grad
bias_trains = head.decoder.bias.requires_grad

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
all_train = all(parameter.requires_grad for parameter in _loaded.parameters())
_frozen = "one" if weight_trains else "both"

row = [
    {
        "operation": f"`bert.requires_grad_(False)`: {_frozen} frozen",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "problem: changed",
        "after saving and loading": _reloaded
        + (", nothing frozen" if all_train else ", frozen"),
        "do": "untie first, to train the decoder alone",
    }
]
print(f"frozen encoder: decoder.weight trains {weight_trains}, its bias {bias_trains}")
assert not weight_trains, "the decoder's weight still trains"
assert bias_trains, "the bias is frozen, too"
assert still_one, "the decoder has a matrix of its own"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert same_logits, "the logits have changed"
assert loads_tied and loads_same, f"tied {loads_tied}, same logits {loads_same}"
assert all_train, "something is frozen after loading"
