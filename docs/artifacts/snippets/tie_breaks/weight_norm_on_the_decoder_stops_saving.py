"""`weight_norm` on the decoder unties it: its weight is now computed, from a direction that shares the embedding's memory. `save_pretrained` refuses the model."""

import tempfile

import torch
from torch.nn.utils import parametrize
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
with torch.no_grad():
    embedding.weight[0] = 0.1  # trained: the norm of a row of zeros gives NaN
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
torch.nn.utils.parametrizations.weight_norm(head.decoder)
_parts = head.decoder.parametrizations.weight
one_memory = _parts.original1.data_ptr() == embedding.weight.data_ptr()
with torch.no_grad():
    _parts.original0.mul_(2)  # a trained length

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias
_after = model(_ids)[0].detach()
same_logits = torch.allclose(_after, _before, atol=1e-5)
try:
    with tempfile.TemporaryDirectory() as _folder:
        model.save_pretrained(_folder)
    saved = True
except RuntimeError as _error:
    saved = False
    print("saving:", str(_error)[:64] + "…")
parametrize.remove_parametrizations(head.decoder, "weight")
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
_words = _loaded.bert.embeddings.word_embeddings
loads_tied = _loaded.cls.predictions.decoder.weight is _words.weight
kept_when_removed = torch.allclose(_loaded(_ids)[0], _after, atol=1e-5)

row = [
    {
        "operation": "`weight_norm(decoder)`",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "note: changed",
        "after saving and loading": "problem: cannot be saved"
        if not saved
        else "saved",
        "do": '`remove_parametrizations(decoder, "weight")` before saving: two, kept',
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell}")
assert not still_one, "they are one Parameter all the same"
assert one_memory, "the direction has a memory of its own"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert not same_logits, "the logits are as before"
assert not saved, "it can be saved"
assert kept_when_removed and not loads_tied, f"kept {kept_when_removed}"
