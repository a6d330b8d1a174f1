"""Loaded by `from_pretrained` with a `device_map`, a tied BERT is tied and gives the saved model's logits. So it is with `device_map="auto"` and with one that names a device, on a CPU."""

import tempfile

import accelerate
import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "the saved model's logits"

torch.manual_seed(0)
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 2}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_token_ids = torch.tensor([[2, 5, 7, 3]])
_saved = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
for _parameter in _saved.parameters():
    torch.nn.init.normal_(_parameter, std=0.2)  # stands for learned values


def logits(model):
    with torch.no_grad():
        return model.eval()(_token_ids).logits


tied, same = {}, {}
with tempfile.TemporaryDirectory() as _folder:
    _saved.save_pretrained(_folder)
    for _map in ("auto", "cpu"):
        _model = BertForMaskedLM.from_pretrained(_folder, device_map=_map)
        _words = _model.get_input_embeddings().weight
        tied[_map] = _model.get_output_embeddings().weight is _words
        same[_map] = torch.allclose(logits(_model), logits(_saved), atol=1e-5)

print("accelerate", accelerate.__version__)
print("tied:", tied)
print("the saved model's logits:", same)
assert all(tied.values()), tied
assert all(same.values()), same
