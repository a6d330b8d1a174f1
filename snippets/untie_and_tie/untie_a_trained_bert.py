"""Untied with two copies and the flag, pydoc-bert gives the same logits as when it was tied, even after it is loaded again."""

import tempfile

import torch
from transformers import BertForPreTraining

scope = "checkpoint"

# --8<-- [start:lesson]
model = BertForPreTraining.from_pretrained("pydoc-bert")
decoder = model.cls.predictions.decoder
decoder.weight = torch.nn.Parameter(decoder.weight.detach().clone())
decoder.bias = torch.nn.Parameter(decoder.bias.detach().clone())
model.config.tie_word_embeddings = False

with tempfile.TemporaryDirectory() as folder:
    model.save_pretrained(folder)
    again = BertForPreTraining.from_pretrained(folder)
output, words = again.get_output_embeddings(), again.get_input_embeddings()
print("loaded again, untied:", output.weight is not words.weight)
# --8<-- [end:lesson]

ids = torch.tensor([[2, 5, 7, 3]])
tied = BertForPreTraining.from_pretrained("pydoc-bert")
assert tied.get_output_embeddings().weight is tied.get_input_embeddings().weight
assert output.weight is not words.weight, "loaded again, it is tied"
assert output.bias.any() and again(ids)[0].allclose(tied(ids)[0]), "other logits"
