"""The same word gets another vector in another sentence."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm)
bank = tokenizer.convert_tokens_to_ids("bank")
vectors = []
for said in ("he sat on the river bank", "she went to the bank for money"):
    batch = tokenizer(said, return_tensors="pt")
    place = (batch.input_ids[0] == bank).nonzero()[0].item()
    vectors.append(model(**batch).last_hidden_state[0, place])
cosine = (vectors[0] @ vectors[1] / (vectors[0].norm() * vectors[1].norm())).item()

print(f"cosine {cosine:.3f}")
assert cosine < 0.95
