"""The order of the words changes the sentence's vector."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm)
said = ["dog bites man", "man bites dog"]
batch = tokenizer(said, return_tensors="pt")
first, second = model(**batch).last_hidden_state.mean(dim=1)
cosine = (first @ second / (first.norm() * second.norm())).item()

print(f"cosine {cosine:.3f}")
assert cosine < 0.999
