"""`load_state_dict(…, assign=True)` unties: two Parameters over one storage, which one step of AdamW moves twice."""

import copy
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_token_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_token_ids)[0]


def tie_of(model):
    head, words = model.cls.predictions, model.bert.embeddings.word_embeddings
    return head.decoder.weight is words.weight, head.decoder.bias is head.bias


def trained_one_step(assign):
    other = BertForMaskedLM(config).eval()
    state = copy.deepcopy(model.state_dict())  # keeps one storage under both names
    other.load_state_dict(state, assign=assign)
    words = other.bert.embeddings.word_embeddings.weight
    found = {
        "tie": tie_of(other),
        "one storage": words.data_ptr()
        == other.cls.predictions.decoder.weight.data_ptr(),
        "same logits": torch.equal(other(_token_ids)[0], _before),
        "parameters": len(list(other.parameters())),
    }
    start = words.detach().clone()
    optimizer = torch.optim.AdamW(other.parameters(), lr=0.01, weight_decay=0.0)
    other(_token_ids, labels=_token_ids)[0].backward()
    optimizer.step()
    found["moved"] = (words.detach() - start).abs().max().item()
    return other, found


_, copied = trained_one_step(assign=False)
_model, assigned = trained_one_step(assign=True)
with tempfile.TemporaryDirectory() as _folder:
    _model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
loaded_tie = tie_of(_loaded)
_model.tie_weights()
mended = tie_of(_model)
row = [
    {
        "operation": "`load_state_dict(…, assign=True)`",
        "still one object": "yes"
        if assigned["tie"][0]
        else "problem: no, two Parameters",
        "bias alias": "yes" if assigned["tie"][1] else "problem: no, two Parameters",
        "logits": "unchanged" if assigned["same logits"] else "changed",
        "after saving and loading": "fine: tied again"
        if loaded_tie == (True, True)
        else "problem: not tied",
        "do": "call `model.tie_weights()` before you make the optimizer",
    }
]

for name, found in (("copied", copied), ("assigned", assigned)):
    print(
        f"{name}: one Parameter {found['tie'][0]}, one storage {found['one storage']},"
    )
    print(f"  {found['parameters']} Parameters, moved by up to {found['moved']:.4f}")
print("after tie_weights():", *mended)
assert copied["tie"] == (True, True), f"copied: {copied['tie']}"
assert assigned["tie"] == (False, False), f"assigned: {assigned['tie']}"
assert assigned["one storage"] and assigned["same logits"]
assert assigned["parameters"] == copied["parameters"] + 2
assert 0.009 < copied["moved"] < 0.011  # Adam's first step is lr, whatever the gradient
assert 0.019 < assigned["moved"] < 0.021, f"moved by up to {assigned['moved']:.4f}"
assert loaded_tie == mended == (True, True), f"loaded: {loaded_tie}, mended: {mended}"
