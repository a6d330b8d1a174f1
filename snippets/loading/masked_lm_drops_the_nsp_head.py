"""From a file with both heads, `BertForMaskedLM` leaves the NSP head unused, makes nothing new, and predicts the same tokens."""

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
with tempfile.TemporaryDirectory() as _folder, contextlib.chdir(_folder):
    BertForPreTraining(config).save_pretrained("both-heads")
    pretraining = BertForPreTraining.from_pretrained("both-heads").eval()
    masked_lm, report = BertForMaskedLM.from_pretrained(
        "both-heads", output_loading_info=True
    )

token_ids = torch.randint(5, 100, (2, 8))
with torch.no_grad():
    same_logits = torch.equal(
        pretraining(token_ids).prediction_logits, masked_lm.eval()(token_ids).logits
    )
missing_keys = sorted(report["missing_keys"])
unexpected_keys = sorted(report["unexpected_keys"])

print("missing, newly made:", missing_keys)
print("unexpected, left unused:", unexpected_keys)
print("identical token logits:", same_logits)
assert missing_keys == []
assert unexpected_keys == [
    "bert.pooler.dense.bias",
    "bert.pooler.dense.weight",
    "cls.seq_relationship.bias",
    "cls.seq_relationship.weight",
]
assert same_logits
