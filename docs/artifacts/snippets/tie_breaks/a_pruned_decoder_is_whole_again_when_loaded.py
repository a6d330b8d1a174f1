"""A pruned decoder is a masked copy, computed from the embedding's matrix. Saved and loaded, the mask is gone and the model is tied again."""

import tempfile

import torch
from torch.nn.utils import prune
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "after saving"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
prune.l1_unstructured(head.decoder, "weight", amount=0.75)

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias
_after = model(_ids)[0].detach()
same_logits = torch.allclose(_after, _before, atol=1e-5)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
_words = _loaded.bert.embeddings.word_embeddings
loads_tied = _loaded.cls.predictions.decoder.weight is _words.weight
loads_as_before = torch.allclose(_loaded(_ids)[0], _before, atol=1e-5)
prune.remove(head.decoder, "weight")
one_when_removed = head.decoder.weight is embedding.weight
zeros_when_removed = bool((embedding.weight == 0).float().mean() > 0.7)

row = [
    {
        "operation": "`prune.l1_unstructured(decoder, …)`",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "note: changed",
        "after saving and loading": "problem: not pruned"
        if loads_tied and loads_as_before
        else "pruned",
        "do": '`prune.remove(decoder, "weight")` before saving: one again, both pruned',
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell.removeprefix('problem: ').removeprefix('note: ')}")
assert not still_one, "they are one Parameter all the same"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert not same_logits, "the logits are as before"
assert loads_tied and loads_as_before, f"tied {loads_tied}, {loads_as_before}"
assert one_when_removed and zeros_when_removed, f"one {one_when_removed}"
