"""A backward pass reaches only the rows of the words that were used."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm)
batch = tokenizer("only these rows", return_tensors="pt")
model(**batch).last_hidden_state.sum().backward()
weight = model.embeddings.word_embeddings.weight
reached = weight.grad.abs().sum(dim=1).nonzero().flatten().tolist()
used = sorted(set(batch.input_ids[0].tolist()))

print(f"{len(reached)} of {weight.shape[0]} rows")
assert reached == used
