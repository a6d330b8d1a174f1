"""A sentence's vector is the same alone and in a batch, up to rounding."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm)
said = ["a short one", "a sentence that is rather longer than the first"]
together = tokenizer(said, padding=True, return_tensors="pt")
alone = tokenizer(said[0], return_tensors="pt")
length = alone.input_ids.shape[1]
first = model(**alone).last_hidden_state[0]
in_batch = model(**together).last_hidden_state[0, :length]
agree = (first - in_batch).abs().max().item() < 1e-4

print("agree:", agree)
assert agree
