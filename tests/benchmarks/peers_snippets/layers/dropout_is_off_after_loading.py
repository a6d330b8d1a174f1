"""After `from_pretrained` dropout is off: two passes agree."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm)
batch = tokenizer("twice the same", return_tensors="pt")
first, second = (model(**batch).last_hidden_state for _ in range(2))
same = bool((first == second).all())

print("training:", model.training, "same:", same)
assert same and not model.training
