"""The MLM head is dense, GELU, LayerNorm, then a product with the embedding matrix, plus one bias per token: done by hand it gives the trained model's own logits, and has the masked token among its first five."""

from pathlib import Path

import torch
from transformers import AutoModelForMaskedLM, logging
from transformers.utils import cached_file

checkpoint = "checkpoints/pydoc-bert"
needs = ("mlm_head",)
scope = "checkpoint"
decides = "the model's own logits agree"

logging.set_verbosity_error()  # the load report has a page of its own
model = AutoModelForMaskedLM.from_pretrained(checkpoint).eval()
E = model.get_input_embeddings().weight
bias = model.get_output_embeddings().bias
head = {  # the modules outside the encoder, by the last part of their names
    name.split(".")[-1]: module
    for name, module in model.named_modules()
    if not name.startswith(model.base_model_prefix)
}
_vocabulary = Path(cached_file(checkpoint, "vocab.txt")).read_text().splitlines()
if ">>" in _vocabulary:  # of reactions: ester and water give acid and alcohol
    text = "C O C ( = O ) c 1 c c c c c 1 . O >> O C ( = O ) c 1 c c [MASK] c c 1"
    answer = "c"
else:
    text, answer = "return the [MASK] of the file .", "name"
tokens = f"[CLS] {text} [SEP]".split()
inputs = torch.tensor([[_vocabulary.index(token) for token in tokens]])
masked = tokens.index("[MASK]")

with torch.no_grad():
    _hidden = model.base_model(inputs).last_hidden_state[0, masked]
    _dense = head["dense"](_hidden)
    _gelu = torch.nn.functional.gelu(_dense)
    _norm = head["LayerNorm"](_gelu)
    _product = E @ _norm
    by_hand = _product + bias
    by_the_model = model(inputs).logits[0, masked]
agrees = torch.allclose(by_hand, by_the_model, atol=1e-4)
top_5 = [_vocabulary[one] for one in by_hand.topk(5).indices]

_steps = {
    "the encoder's vector": _hidden,
    "dense": _dense,
    "GELU": _gelu,
    "LayerNorm": _norm,
    "product with the embedding": _product,
    "plus bias: the logits": by_hand,
}
steps = [
    {"step": name, "shape": list(vector.shape), "norm": vector.norm().item()}
    for name, vector in _steps.items()
]
for step in steps:
    print(f"{step['step']:27} {step['shape']!s:9} norm {step['norm']:.2f}")
print("the model's own logits agree:", agrees)
print("text:", text)
print(f"masked was “{answer}”; first of {len(by_hand)} tokens:", *top_5)
assert agrees
assert answer in top_5, f"{answer}: {top_5}"
