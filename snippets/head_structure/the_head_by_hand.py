"""The MLM head that we trained on all-MiniLM scores a word by the transformed vector times the word's row, plus the word's bias. Done by hand for “Fish live in the [MASK]”, this gives the model's own logits up to float32's rounding."""

import torch
from transformers import AutoTokenizer, BertForMaskedLM

minilm_mlm = "bert-checked/minilm-mlm"
scope = "checkpoint"
decides = "the best words"

tokenizer = AutoTokenizer.from_pretrained(minilm_mlm)
model = BertForMaskedLM.from_pretrained(minilm_mlm)
inputs = tokenizer("Fish live in the [MASK].", return_tensors="pt")
gap = inputs.input_ids[0].tolist().index(tokenizer.mask_token_id)
_rows, _bias = model.bert.embeddings.word_embeddings.weight, model.cls.predictions.bias

with torch.no_grad():
    _vector = model.bert(**inputs).last_hidden_state[0, gap]
    _scores = _rows @ model.cls.predictions.transform(_vector) + _bias
    _logits = model(**inputs).logits[0, gap]
best = tokenizer.convert_ids_to_tokens(_scores.topk(5).indices.tolist())
print("the best words, by hand:", *best)
assert torch.allclose(_scores, _logits, atol=1e-3), (_scores - _logits).abs().max()
assert best[:3] == ["ocean", "sea", "water"], f"{best}"
