"""`load_state_dict(…, assign=True)` makes a Parameter for each name, so the matrix and the bias become two, though the state dict came from a tied model."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "one memory"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
model.load_state_dict(model.state_dict(), assign=True)

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias
one_memory = head.decoder.weight.data_ptr() == embedding.weight.data_ptr()
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

row = [
    {
        "operation": "`model.load_state_dict(…, assign=True)`",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "problem: changed",
        "after saving and loading": _reloaded,
        "do": "call `model.tie_weights()` after it",
    }
]
print(f"one matrix: {still_one}, one bias: {bias_alias}, one memory: {one_memory}")
print(f"the same logits: {same_logits}; tied by tie_weights(): {tied_by_call}")
assert not still_one, "they are one Parameter all the same"
assert not bias_alias, "the biases are one Parameter all the same"
assert same_logits, "the logits have changed"
assert loads_tied and loads_same, f"tied {loads_tied}, same logits {loads_same}"
assert one_memory, "they do not share their memory"
assert tied_by_call, "tie_weights() does not tie them"
