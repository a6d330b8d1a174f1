"""The MLM head is dense, GELU, LayerNorm, then a product with the embedding matrix, plus one bias per token: done by hand it gives the model's own logits."""

import torch
from transformers import AutoTokenizer, BertForPreTraining

checkpoint = "checkpoints/pydoc-bert"
needs = ("mlm_head",)

tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = BertForPreTraining.from_pretrained(checkpoint).eval()
head = model.cls.predictions
inputs = tokenizer("return the [MASK] of the file .", return_tensors="pt")
mask_position = inputs["input_ids"][0].tolist().index(tokenizer.mask_token_id)

with torch.no_grad():
    _hidden = model.bert(**inputs).last_hidden_state[0, mask_position]
    _dense = head.transform.dense(_hidden)
    _gelu = torch.nn.functional.gelu(_dense)
    _norm = head.transform.LayerNorm(_gelu)
    _product = model.bert.embeddings.word_embeddings.weight @ _norm
    by_hand = _product + head.bias
    by_the_model = model(**inputs).prediction_logits[0, mask_position]
agrees = torch.allclose(by_hand, by_the_model, atol=1e-4)
top_5 = tokenizer.convert_ids_to_tokens(by_hand.topk(5).indices.tolist())

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
print("top five:", *top_5)
assert agrees
