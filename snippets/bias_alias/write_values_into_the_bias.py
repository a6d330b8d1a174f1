"""Write values into BERT's output bias, as `head.bias.fill_(1)` does: a new Parameter as `head.bias` leaves `decoder.bias` behind. Here `head` is `model.cls.predictions` of a fresh tied model."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "a new Parameter"

model = BertForMaskedLM(BertConfig(num_hidden_layers=1))
head = model.cls.predictions
with torch.no_grad():
    head.bias.fill_(1.0)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).cls.predictions
written = [head.decoder.bias is head.bias, _loaded.decoder.bias.mean().item()]
head.bias = torch.nn.Parameter(head.bias + 1)
assigned = [head.decoder.bias is head.bias, head.decoder.bias.mean().item()]
print("values: one Parameter", written[0], "and, loaded, decoder.bias", written[1])
print("a new Parameter: one", assigned[0], "and still decoder.bias", assigned[1])
assert (written, assigned) == ([True, 1.0], [False, 1.0]), f"{written} {assigned}"
