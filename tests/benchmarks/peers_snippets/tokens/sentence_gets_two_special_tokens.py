"""A sentence gets `[CLS]` before it and `[SEP]` behind it."""

from transformers import AutoTokenizer

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
ids = tokenizer("tied weights").input_ids
tokens = tokenizer.convert_ids_to_tokens(ids)

print(tokens)
assert tokens[0] == "[CLS]" and tokens[-1] == "[SEP]"
