"""Save a few logits with your model before you upgrade; afterwards compare them with the logits of the loaded model. A lost output bias, for example, shows in them."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "the same logits"

model = BertForMaskedLM(BertConfig(num_hidden_layers=1)).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_ids = torch.tensor([[101, 2003, 103, 102]])
with tempfile.TemporaryDirectory() as _to:
    model.save_pretrained(_to)  # before you upgrade
    torch.save(model(_ids).logits, f"{_to}/logits")
    loaded, _old = BertForMaskedLM.from_pretrained(_to), torch.load(f"{_to}/logits")
same = loaded(_ids).logits.allclose(_old, atol=1e-4)
torch.nn.init.zeros_(loaded.cls.predictions.bias)  # as if it were lost
same_without_the_bias = loaded(_ids).logits.allclose(_old, atol=1e-4)

print(f"the same logits: {same}; without the bias: {same_without_the_bias}")
assert same and not same_without_the_bias
