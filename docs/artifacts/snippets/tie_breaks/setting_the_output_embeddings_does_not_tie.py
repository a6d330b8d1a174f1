"""`set_output_embeddings` puts in the new layer, with its weight and its bias, and ties only the bias."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "still one object"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
assert head.decoder.weight is embedding.weight, "it is not tied at the start"
_old_bias = head.bias
_new = torch.nn.Linear(24, 100)
model.set_output_embeddings(_new)

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias
new_bias = head.bias is _new.bias
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
model.tie_weights()
tied_by_call = head.decoder.weight is embedding.weight
with torch.no_grad():
    head.bias.copy_(_old_bias)
as_before = torch.allclose(model(_ids)[0], _before, atol=1e-5)

row = [
    {
        "operation": "`model.set_output_embeddings(…)`",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "note: yes, the new one"
        if bias_alias and new_bias
        else "problem: no",
        "logits": "unchanged" if same_logits else "note: changed",
        "after saving and loading": _reloaded,
        "do": "to undo it, `model.tie_weights()`, and copy the old bias back",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell.removeprefix('problem: ').removeprefix('note: ')}")
assert not still_one, "they are one Parameter all the same"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert new_bias, "the head kept its bias"
assert not same_logits, "the logits are as before"
assert loads_same and not loads_tied, f"tied {loads_tied}, same {loads_same}"
assert tied_by_call, "tie_weights() does not tie them"
assert as_before, "the old bias does not bring the old logits"
