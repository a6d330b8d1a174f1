"""The word embedding has one row for each token of the vocabulary."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm)
rows = model.embeddings.word_embeddings.num_embeddings

print(f"{rows} rows, {len(tokenizer)} tokens")
assert rows == len(tokenizer)
