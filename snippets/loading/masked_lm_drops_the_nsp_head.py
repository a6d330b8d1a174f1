"""From a file with both heads, `BertForMaskedLM` leaves the NSP head and the pooler unused, makes nothing new, and predicts the same tokens."""

import contextlib
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM, BertForPreTraining

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
original = BertForPreTraining(config).eval()
for parameter in original.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
with tempfile.TemporaryDirectory() as _folder, contextlib.chdir(_folder):
    original.save_pretrained("both-heads")
    pretraining = BertForPreTraining.from_pretrained("both-heads").eval()
    masked_lm, report = BertForMaskedLM.from_pretrained(
        "both-heads", output_loading_info=True
    )

_token_ids = torch.randint(5, 100, (2, 8))
with torch.no_grad():
    _logits = original(_token_ids).prediction_logits
    same_as_pretraining = torch.equal(
        _logits, pretraining(_token_ids).prediction_logits
    )
    same_as_masked_lm = torch.equal(_logits, masked_lm.eval()(_token_ids).logits)
missing_keys = sorted(report["missing_keys"])
unexpected_keys = sorted(report["unexpected_keys"])

print("missing, newly made:", missing_keys)
print("unexpected, left unused:", *unexpected_keys, sep="\n  ")
print("BertForPreTraining predicts what was saved:", same_as_pretraining)
print("BertForMaskedLM predicts what was saved:", same_as_masked_lm)
assert missing_keys == []
assert unexpected_keys == [
    "bert.pooler.dense.bias",
    "bert.pooler.dense.weight",
    "cls.seq_relationship.bias",
    "cls.seq_relationship.weight",
]
assert same_as_pretraining and same_as_masked_lm
