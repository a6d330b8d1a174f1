"""The `[PAD]` row of the word embedding is not zero."""

from transformers import BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

model = BertModel.from_pretrained(minilm)
embedding = model.embeddings.word_embeddings
pad_norm = embedding.weight[embedding.padding_idx].norm().item()
median_norm = embedding.weight.norm(dim=1).median().item()

print(f"[PAD] {pad_norm:.4f}, median {median_norm:.4f}")
assert pad_norm > 0.1 * median_norm
