"""`torch.compile` keeps the tie: same logits, one training step moves both names, and the compiled model saves the original's file."""

import tempfile
from pathlib import Path

import torch
from safetensors import safe_open
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "same logits"

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


start = model.bert.embeddings.word_embeddings.weight.detach().clone()
# the graphs of forward and backward, run without a C++ compiler
compiled = torch.compile(model, backend="aot_eager")
same_logits = torch.equal(compiled(_token_ids)[0], _before)
tie = tie_of(compiled)
prefix = next(iter(compiled.state_dict())).partition("bert.")[0]

optimizer = torch.optim.SGD(compiled.parameters(), lr=0.1)
compiled(_token_ids, labels=_token_ids)[0].backward()
optimizer.step()
_words = model.bert.embeddings.word_embeddings.weight
moved = not torch.equal(_words, start)
moved_as_one = torch.equal(model.cls.predictions.decoder.weight, _words)
with tempfile.TemporaryDirectory() as _folder:
    compiled.save_pretrained(_folder)
    with safe_open(Path(_folder, "model.safetensors"), "pt") as _file:
        prefixed_names = [name for name in _file.keys() if name.startswith("_orig_mod")]
    loaded = BertForMaskedLM.from_pretrained(_folder).eval()
loaded_tie = tie_of(loaded)
row = [
    {
        "operation": "`torch.compile(model)`",
        "still one object": "yes" if tie[0] and moved_as_one else "problem: no",
        "bias alias": "yes" if tie[1] else "problem: no",
        "logits": "unchanged" if same_logits else "changed",
        "after saving and loading": "fine: tied"
        if loaded_tie == (True, True) and not prefixed_names
        else "problem: not tied",
        "do": "`save_pretrained`, or the original's `state_dict()`",
    }
]

print("one matrix, one bias:", *tie, "same logits:", same_logits)
print("a step moves both names as one:", moved_as_one)
print("its state_dict() puts before each name:", prefix)
print("names with it in a saved file:", prefixed_names, "loaded:", *loaded_tie)
assert tie == (True, True), f"tied, bias alias: {tie}"
assert same_logits, "the compiled model gives other logits"
assert moved, "the step moves nothing"
assert moved_as_one, "the step moves the two apart"
assert prefix == "_orig_mod.", f"prefix: {prefix}"
assert not prefixed_names and loaded_tie == (True, True), f"loaded: {loaded_tie}"
