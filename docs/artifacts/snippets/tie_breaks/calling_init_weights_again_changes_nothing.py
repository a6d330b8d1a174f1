"""`model.init_weights()` on a model that is there draws nothing anew, and the tie stays. A model untied by hand it ties again, as `tie_weights()` does."""

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
model.init_weights()
_twin = copy.deepcopy(model)
_twin.get_input_embeddings().weight = torch.nn.Parameter(torch.ones(100, 24))
_twin.init_weights()
_words = _twin.get_input_embeddings().weight
ties_again = _twin.get_output_embeddings().weight is _words
redrawn = bool((_words != 1).any())

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
        "operation": "`model.init_weights()` again",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "problem: changed",
        "after saving and loading": _reloaded,
        "do": "for fresh weights make a new model from the configuration",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell}")
assert still_one, "the decoder has a matrix of its own"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert same_logits, "the logits have changed"
assert ties_again, "init_weights() leaves a model untied by hand as it is"
assert not redrawn, "a Parameter put in later is drawn anew"
assert loads_tied and loads_same, f"tied {loads_tied}, same logits {loads_same}"
