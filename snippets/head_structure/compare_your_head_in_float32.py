"""If you write the head yourself, check it against the model's logits in float32, on a model whose bias is not zero. On a fresh BERT and on pydoc-bert a right head then differs by less than 1e-3, and one that leaves the bias out by more than 0.1. In bfloat16 the right head can differ by more than 1e-3, too, and in a fresh model, whose bias is zero, the wrong one looks right."""

import tempfile

import torch
from torch.nn.functional import gelu, layer_norm, linear
from transformers import BertConfig, BertForMaskedLM, logging

scope = "checkpoint"
decides = "pydoc-bert: the right head"
pydoc_bert = "checkpoints/pydoc-bert"

logging.set_verbosity_error()  # the load report has a page of its own


def head(model, vectors, add_bias=True):
    """Your own: what you compare."""
    own = model.cls.predictions
    dense, norm = own.transform.dense, own.transform.LayerNorm
    turned = gelu(linear(vectors, dense.weight, dense.bias))
    scaled = layer_norm(turned, norm.normalized_shape, norm.weight, norm.bias, norm.eps)
    scores = scaled @ model.get_input_embeddings().weight.T
    return scores + own.bias if add_bias else scores


def without_bias(model, vectors):
    return head(model, vectors, add_bias=False)


def largest_difference(model, one):
    ids = torch.arange(5, 85).view(4, 20)
    with torch.no_grad():
        vectors = model.eval().bert(ids).last_hidden_state
        return (one(model, vectors) - model(ids).logits).abs().max().item()


torch.manual_seed(0)
fresh = BertForMaskedLM(BertConfig(num_hidden_layers=2, vocab_size=1000))
zero_bias_hides_it = largest_difference(fresh, without_bias) < 1e-3
with torch.no_grad():
    fresh.cls.predictions.bias.normal_()  # stands for a learned one
with tempfile.TemporaryDirectory() as _folder:
    fresh.save_pretrained(_folder)
    saved = BertForMaskedLM.from_pretrained(_folder, dtype=torch.float32)

trained = BertForMaskedLM.from_pretrained(pydoc_bert, dtype=torch.float32)
_models = {"fresh": fresh, "saved and loaded": saved, "pydoc-bert": trained}
right = {name: largest_difference(m, head) for name, m in _models.items()}
wrong = {name: largest_difference(m, without_bias) for name, m in _models.items()}
_rounded = BertForMaskedLM.from_pretrained(pydoc_bert, dtype=torch.bfloat16)
right_in_bfloat16 = largest_difference(_rounded, head)
passes = {name: right[name] < 1e-3 for name in right}
fails = {name: wrong[name] > 0.1 for name in wrong}

for _name in _models:
    print(f"{_name}: the right head passes: {passes[_name]};", end=" ")
    print(f"without the bias it fails: {fails[_name]}")
print(f"in bfloat16 the right head passes: {right_in_bfloat16 < 1e-3}")
assert all(passes.values()), f"{right}"
assert all(fails.values()), f"{wrong}"
assert right_in_bfloat16 > 1e-3, f"{right_in_bfloat16}"
assert zero_bias_hides_it, "a fresh model's bias is not zero"
