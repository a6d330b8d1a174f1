"""The encoder gives one vector for each token."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm)
batch = tokenizer("a vector for each token", return_tensors="pt")
shape = model(**batch).last_hidden_state.shape

print(tuple(shape))
assert shape[1] == batch.input_ids.shape[1]
assert shape[2] == model.config.hidden_size
