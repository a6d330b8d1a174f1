"""If you write the head yourself, check it against the model's logits in float32, on a trained model. In a fresh BERT biases are 0 and LayerNorm's factors 1: a head that leaves them out looks right. On pydoc-bert a right head differs by less than 1e-3, and one that leaves out the output bias, `dense`'s bias or LayerNorm's numbers by more than 0.1. In bfloat16 the right head can differ by more than 1e-3, too."""

import torch
from torch.nn.functional import gelu, layer_norm, linear
from transformers import BertConfig, BertForMaskedLM, logging

scope = "checkpoint"
decides = "pydoc-bert: the right head"
pydoc_bert = "pydoc-bert"

logging.set_verbosity_error()  # the load report has a page of its own


def head(model, vectors, without=""):
    """Your own: what you compare."""
    own = model.cls.predictions
    dense, norm = own.transform.dense, own.transform.LayerNorm
    bias = None if without == "dense's bias" else dense.bias
    learned = () if without == "LayerNorm's numbers" else (norm.weight, norm.bias)
    turned = gelu(linear(vectors, dense.weight, bias))
    scaled = layer_norm(turned, norm.normalized_shape, *learned, eps=norm.eps)
    scores = scaled @ model.get_input_embeddings().weight.T
    return scores if without == "the output bias" else scores + own.bias


def largest_difference(model, without=""):
    ids = torch.arange(5, 85).view(4, 20)
    with torch.no_grad():
        vectors = model.eval().bert(ids).last_hidden_state
        return (head(model, vectors, without) - model(ids).logits).abs().max().item()


WRONG = ("the output bias", "dense's bias", "LayerNorm's numbers")
torch.manual_seed(0)
fresh = BertForMaskedLM(BertConfig(num_hidden_layers=2, vocab_size=1000))
trained = BertForMaskedLM.from_pretrained(pydoc_bert, dtype=torch.float32)
_rounded = BertForMaskedLM.from_pretrained(pydoc_bert, dtype=torch.bfloat16)
right = {"fresh": largest_difference(fresh), "pydoc-bert": largest_difference(trained)}
in_a_fresh_model = {what: largest_difference(fresh, what) for what in WRONG}
in_a_trained_one = {what: largest_difference(trained, what) for what in WRONG}
right_in_bfloat16 = largest_difference(_rounded)

for _name, _difference in right.items():
    print(f"{_name}: the right head passes: {_difference < 1e-3}")
for _what in WRONG:
    print(f"without {_what} it fails:", end=" ")
    print(f"fresh {in_a_fresh_model[_what] > 1e-3}", end=", ")
    print(f"pydoc-bert {in_a_trained_one[_what] > 0.1}")
print(f"in bfloat16 the right head passes: {right_in_bfloat16 < 1e-3}")
assert max(right.values()) < 1e-3, f"{right}"
assert max(in_a_fresh_model.values()) < 1e-3, f"{in_a_fresh_model}"
assert min(in_a_trained_one.values()) > 0.1, f"{in_a_trained_one}"
assert right_in_bfloat16 > 1e-3, f"{right_in_bfloat16}"
