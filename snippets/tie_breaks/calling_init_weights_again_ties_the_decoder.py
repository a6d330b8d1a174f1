"""`model.init_weights()` on a model that is there draws no new values, but ties a decoder that was untied by hand: what it learned is lost. That is so with `tie_word_embeddings=False`, too, if the flag was set on the live model."""

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
_words = embedding.weight.detach().clone()
model.init_weights()
draws_nothing = torch.equal(model(_ids)[0], _before)
head.decoder.weight = torch.nn.Parameter(
    _words + 0.1 * torch.randn(100, 24)  # as if trained
)
was_two = head.decoder.weight is not embedding.weight
_trained = model(_ids)[0].detach()
model.init_weights()

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias
_after = model(_ids)[0].detach()
same_logits = torch.allclose(_after, _trained, atol=1e-5)
keeps_the_embedding = torch.equal(head.decoder.weight, _words)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
_words = _loaded.bert.embeddings.word_embeddings
loads_tied = _loaded.cls.predictions.decoder.weight is _words.weight
loads_same = torch.allclose(_loaded(_ids)[0], _after, atol=1e-5)
_reloaded = ("tied" if loads_tied else "note: two") + (
    "" if loads_same else ", changed"
)

model.config.tie_word_embeddings = False
head.decoder.weight = torch.nn.Parameter(torch.randn(100, 24))
model.init_weights()
ties_against_the_flag = head.decoder.weight is embedding.weight

row = [
    {
        "operation": "`init_weights()` again, the decoder untied by hand and trained",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "problem: changed",
        "after saving and loading": _reloaded,
        "do": "for fresh weights make a new model from the configuration",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell.removeprefix('problem: ')}")
assert ties_against_the_flag, "the flag keeps them apart"
assert draws_nothing, "it draws new values"
assert was_two, "it was not untied by hand"
assert still_one, "the decoder has a matrix of its own"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert not same_logits, "the decoder's values are kept"
assert keeps_the_embedding, "the embedding's values are lost"
assert loads_tied and loads_same, f"tied {loads_tied}, same logits {loads_same}"
