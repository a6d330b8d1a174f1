"""Write values into BERT's output bias, as `head.bias.fill_(1)` does: if you assign a new Parameter to `head.bias`, the decoder's bias stays as it was. Here `head` is `model.cls.predictions` of a fresh tied BERT in transformers; what was written is there again after saving and loading."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

model = BertForMaskedLM(BertConfig(num_hidden_layers=1))
head = model.cls.predictions
with torch.no_grad():
    head.bias.fill_(1.0)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded = BertForMaskedLM.from_pretrained(_folder).cls.predictions
written = [head.decoder.bias is head.bias, loaded.decoder.bias.mean().item()]
head.bias = torch.nn.Parameter(torch.zeros_like(head.bias))
assigned = [head.decoder.bias is head.bias, head.decoder.bias.mean().item()]
print(f"is one, and the decoder's bias: written {written}, assigned {assigned}")
assert (written, assigned) == ([True, 1.0], [False, 1.0]), (written, assigned)
