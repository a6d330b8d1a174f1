"""From layer to layer the vectors stay of the same order of length."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm)
batch = tokenizer("how long are the vectors", return_tensors="pt")
states = model(**batch, output_hidden_states=True).hidden_states
norms = [state.norm(dim=-1).mean().item() for state in states]

print(" ".join(f"{norm:.2f}" for norm in norms))
assert max(norms) < 10 * min(norms)
