"""A word that the vocabulary lacks is split into pieces."""

from transformers import AutoTokenizer

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
pieces = tokenizer.tokenize("untying")

print(pieces)
assert len(pieces) > 1
assert all(piece.startswith("##") for piece in pieces[1:])
