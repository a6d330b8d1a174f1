"""The first hidden state is what the embeddings give."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm)
batch = tokenizer("before any layer", return_tensors="pt")
states = model(**batch, output_hidden_states=True).hidden_states
embedded = model.embeddings(batch.input_ids)
same = bool((states[0] == embedded).all())

print(f"{len(states)} states for {len(model.encoder.layer)} layers; first is the embedding: {same}")
assert same
