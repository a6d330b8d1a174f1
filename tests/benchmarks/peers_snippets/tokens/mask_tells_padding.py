"""Padding is zero in the attention mask, and hardly changes the vectors of the sentence."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm)
alone = tokenizer("one", return_tensors="pt")
padded = tokenizer("one", padding="max_length", max_length=16, return_tensors="pt")
before = model(**alone).last_hidden_state[0]
after = model(**padded).last_hidden_state[0, : before.shape[0]]
difference = (before - after).abs().max().item()

print("zeros in the mask:", (padded.attention_mask == 0).sum().item())
assert difference < 1e-4
