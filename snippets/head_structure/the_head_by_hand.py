"""In our MLM head for all-MiniLM, a word's score is the transformed vector times the word's row, plus the word's bias. Done by hand for “Fish live in the [MASK]”, this gives the model's own logits up to float32's rounding."""

from transformers import AutoTokenizer, BertForMaskedLM, logging

scope = "checkpoint"
decides = "the best words"

logging.set_verbosity_error()
# --8<-- [start:lesson]
tokenizer = AutoTokenizer.from_pretrained("minilm-mlm")
model = BertForMaskedLM.from_pretrained("minilm-mlm")
inputs = tokenizer("Fish live in the [MASK].", return_tensors="pt")
gap = inputs.input_ids[0].tolist().index(tokenizer.mask_token_id)

vector = model.bert(**inputs).last_hidden_state[0, gap]  # what the encoder says
transformed = model.cls.predictions.transform(vector)
rows = model.get_input_embeddings().weight  # one for each word
scores = rows @ transformed + model.cls.predictions.bias

best = tokenizer.convert_ids_to_tokens(scores.topk(5).indices.tolist())
print("the best words, by hand:", *best)
# --8<-- [end:lesson]

logits = model(**inputs).logits[0, gap]
assert best[0] == "ocean" and scores.allclose(logits, atol=1e-3), best
