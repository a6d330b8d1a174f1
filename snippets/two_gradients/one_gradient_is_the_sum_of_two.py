"""A tied matrix gets one gradient, the sum of two: the lookup reaches the rows of the tokens in the batch, the softmax every row."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "rows with a gradient"

model = BertForMaskedLM(BertConfig(vocab_size=100, num_hidden_layers=2)).eval()
embedding, decoder = model.get_input_embeddings(), model.get_output_embeddings()
_ids = torch.tensor([[2, 5, 7, 3]])
model(_ids, labels=_ids).loss.backward()
_tied = embedding.weight.grad
model.zero_grad()
decoder.weight = torch.nn.Parameter(embedding.weight.detach().clone())  # untied
model(_ids, labels=_ids).loss.backward()
_lookup, _softmax = embedding.weight.grad, decoder.weight.grad

rows = [part.any(dim=1).sum().item() for part in (_lookup, _softmax)]
print(f"rows with a gradient: {rows[0]} by the lookup, {rows[1]} by the softmax")
assert torch.allclose(_lookup + _softmax, _tied, atol=1e-6)
assert rows == [4, 100], rows
