"""Untied with two copies and the flag, pydoc-bert gives the same logits as when it was tied, even after it is loaded again."""

import tempfile

import torch
from transformers import BertForPreTraining

scope = "checkpoint"

model = BertForPreTraining.from_pretrained("pydoc-bert")
_logits = model(_ids := torch.tensor([[2, 5, 7, 3]]))[0]

decoder = model.cls.predictions.decoder
decoder.weight = torch.nn.Parameter(decoder.weight.detach().clone())
decoder.bias = torch.nn.Parameter(decoder.bias.detach().clone())
model.config.tie_word_embeddings = False

with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    again = BertForPreTraining.from_pretrained(_folder)
untied = again.cls.predictions.decoder.weight is not again.get_input_embeddings().weight
print("loaded again, untied:", untied)
assert untied and decoder.bias.any() and again(_ids)[0].allclose(_logits)
