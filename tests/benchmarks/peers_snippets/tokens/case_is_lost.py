"""The tokenizer makes no difference between capitals and small letters."""

from transformers import AutoTokenizer

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
same = tokenizer("Paris").input_ids == tokenizer("paris").input_ids

print("same ids:", same)
assert same
