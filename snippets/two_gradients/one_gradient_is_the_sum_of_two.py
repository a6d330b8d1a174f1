"""A tied matrix gets one gradient, the sum of two: the lookup reaches the rows of the batch's tokens except `[PAD]`, the softmax every row."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "rows with a gradient"

model = BertForMaskedLM(BertConfig(vocab_size=100, hidden_size=96)).eval()
words, decoder = model.get_input_embeddings(), model.get_output_embeddings()
_ids = torch.tensor([[2, 5, 7, 3, 0, 0]])  # two pads
model(_ids, labels=_ids).loss.backward()
_tied = words.weight.grad
model.zero_grad()
decoder.weight = torch.nn.Parameter(words.weight.detach().clone())  # untied
model(_ids, labels=_ids).loss.backward()
_lookup, _softmax = words.weight.grad, decoder.weight.grad

rows = [part.any(dim=1).sum().item() for part in (_lookup, _softmax)]
print(f"rows with a gradient: lookup {rows[0]}, softmax {rows[1]}")
assert torch.allclose(_lookup + _softmax, _tied, atol=1e-6)
assert rows == [4, 100], rows
