"""About half of the parameters are the word embedding."""

from transformers import BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

model = BertModel.from_pretrained(minilm)
total = sum(one.numel() for one in model.parameters())
words = model.embeddings.word_embeddings.weight.numel()

print(f"{words:,} of {total:,}: {words / total:.0%}")
assert 0.4 < words / total < 0.6
