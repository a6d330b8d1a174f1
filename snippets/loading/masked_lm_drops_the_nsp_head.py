"""From a file with both heads, `BertForMaskedLM` leaves the NSP head and the pooler unused, has no newly initialized weights, and predicts the same tokens."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM, BertForPreTraining

scope = "library"

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
pretraining = BertForPreTraining(config).eval()
for parameter in pretraining.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
with tempfile.TemporaryDirectory() as _folder:
    pretraining.save_pretrained(_folder)
    masked_lm, report = BertForMaskedLM.from_pretrained(
        _folder, output_loading_info=True
    )
masked_lm.eval()
missing_keys = sorted(report["missing_keys"])
unexpected_keys = sorted(report["unexpected_keys"])

_ids = torch.tensor([[2, 17, 42, 3], [2, 7, 6, 3]])
with torch.no_grad():
    _before = pretraining(_ids).prediction_logits
    _after = masked_lm(_ids).logits
same_token_logits = torch.allclose(_before, _after, atol=1e-5)

print("missing, newly made:", missing_keys)
print("unexpected, left unused:", *unexpected_keys, sep="\n  ")
print("both classes give the same token logits:", same_token_logits)
assert missing_keys == []
assert unexpected_keys == [
    "bert.pooler.dense.bias",
    "bert.pooler.dense.weight",
    "cls.seq_relationship.bias",
    "cls.seq_relationship.weight",
]
assert same_token_logits
