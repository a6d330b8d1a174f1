"""A state dict without the decoder's names fills both modules all the same. `strict=True` refuses it, `strict=False` loads it whole."""

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
_state = {
    name: tensor.flip(0)
    for name, tensor in model.state_dict().items()
    if "decoder" not in name
}
try:
    model.load_state_dict(_state)
    refusal = ""
except RuntimeError as _error:
    refusal = str(_error)
_report = model.load_state_dict(_state, strict=False)
missing = sorted(_report.missing_keys)
matrix_filled = torch.equal(
    head.decoder.weight, _state["bert.embeddings.word_embeddings.weight"]
)
bias_filled = torch.equal(head.decoder.bias, _state["cls.predictions.bias"])

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
        "operation": "`model.load_state_dict(…, strict=False)` without the decoder",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "note: changed",
        "after saving and loading": _reloaded,
        "do": "check that `missing_keys` names only tied keys",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell}")
assert "Missing key" in refusal, "strict=True takes it"
assert matrix_filled, "the decoder has not got the new matrix"
assert bias_filled, "the decoder has not got the new bias"
assert still_one, "the decoder has a matrix of its own"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert not same_logits, "the logits are as before"
assert loads_tied and loads_same, f"tied {loads_tied}, same logits {loads_same}"
