"""`to_empty` unties a tied BERT that is on `meta`: it then has two matrices and two biases. Loaded with a state dict, they have equal values. `tie_weights()` makes them one again."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "still one object"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
config, _ids = BertConfig.from_dict(_sizes), torch.tensor([[2, 5, 7, 3]])
sound = BertForMaskedLM(config).eval()
torch.nn.init.normal_(sound.cls.predictions.bias)  # stands for a learned bias
_before = sound(_ids)[0].detach()


def tie_of(model):
    head, words = model.cls.predictions, model.bert.embeddings.word_embeddings
    return head.decoder.weight is words.weight, head.decoder.bias is head.bias


with torch.device("meta"):
    model = BertForMaskedLM(config).eval()
tied_on_meta = tie_of(model)
model.to_empty(device=_ids.device)
still_one, bias_alias = tie_of(model)
model.load_state_dict(sound.state_dict())
# They are no weights: no state dict has them, and `to_empty` has emptied them, too.
for _name, _buffer in model.named_buffers():
    _buffer.copy_(sound.get_buffer(_name))
_after = model(_ids)[0].detach()
same_logits = torch.equal(_after, _before)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
loads_tied = tie_of(_loaded)
loads_same = torch.allclose(_loaded(_ids)[0], _before, atol=1e-5)
model.tie_weights()
tied_by_call = tie_of(model)
same_when_tied = torch.equal(model(_ids)[0], _before)

row = [
    {
        "operation": '`torch.device("meta")`, then `model.to_empty(device="cpu")`',
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "note: unchanged, with state dict and buffers filled in"
        if same_logits
        else "problem: changed",
        "after saving and loading": "tied" if all(loads_tied) else "note: two",
        "do": "call `model.tie_weights()` after it, or use `from_pretrained`",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell.removeprefix('problem: ').removeprefix('note: ')}")
assert tied_on_meta == (True, True), "it is not tied on meta"
_, _one, _alias, _logits, _loads, _ = row[0].values()
assert _one == "problem: no", "they are one Parameter all the same"
assert _alias == "problem: no", "the biases are one Parameter all the same"
assert "unchanged" in _logits, "the logits are not those of the filled-in values"
assert _loads == "tied" and loads_same, f"{_loads}, same logits {loads_same}"
assert tied_by_call == (True, True), f"after tie_weights(): {tied_by_call}"
assert same_when_tied, "tied again, it gives other logits"
