"""If a file lacks both names of the output bias, copy the bias from the file training started from, and save: then nothing is missing. The scores are then the lost ones, except for what training had added to the bias. This holds in a tied `BertForMaskedLM`."""

import copy
import logging
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "missing before"

logging.disable(logging.CRITICAL)  # each load would report
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_token_ids = torch.tensor([[2, 5, 7, 3]])
torch.manual_seed(0)
_original = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
for _parameter in _original.parameters():
    torch.nn.init.normal_(_parameter, std=0.3)  # nothing that one could guess
_trained = copy.deepcopy(_original)
with torch.no_grad():
    for _parameter in _trained.parameters():
        _parameter.add_(torch.randn_like(_parameter))  # stands for training
_names = ("cls.predictions.bias", "cls.predictions.decoder.bias")
_kept = {k: v for k, v in _trained.state_dict().items() if k not in _names}


def load(folder):
    model, report = BertForMaskedLM.from_pretrained(folder, output_loading_info=True)
    return model.eval(), sorted(report["missing_keys"])


with tempfile.TemporaryDirectory() as _first, tempfile.TemporaryDirectory() as _file:
    _original.save_pretrained(_first)
    _trained.save_pretrained(_file, state_dict=_kept)
    model, _before = load(_file)
    with torch.no_grad():
        model.get_output_embeddings().bias.copy_(
            BertForMaskedLM.from_pretrained(_first).get_output_embeddings().bias
        )
    model.save_pretrained(_file)
    again, _after = load(_file)
_added = _trained.cls.predictions.bias - _original.cls.predictions.bias
with torch.no_grad():
    _scores = again(_token_ids)[0]
    _as_before_but = torch.allclose(
        _scores + _added, _trained(_token_ids)[0], atol=1e-4
    )

print("missing before:", *_before)
print("missing after it was copied, saved and loaded:", *_after or ["nothing"])
print("the trained scores but for what training added:", _as_before_but)
assert _before == [*_names], f"missing before: {_before}"
assert _after == [], f"missing after: {_after}"
assert _as_before_but, "other scores"
assert _added.abs().min() > 0, "the training left the bias as it was"
