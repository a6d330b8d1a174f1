"""From a file with both heads, `BertForMaskedLM` leaves the NSP head and the pooler unused, makes nothing new, and predicts the same tokens."""

import torch
from transformers import AutoTokenizer, BertForMaskedLM, BertForPreTraining

checkpoint = "checkpoints/pydoc-bert"
needs = ("bert", "mlm_head", "nsp_head")

pretraining = BertForPreTraining.from_pretrained(checkpoint).eval()
masked_lm, report = BertForMaskedLM.from_pretrained(
    checkpoint, output_loading_info=True
)
masked_lm.eval()

_inputs = AutoTokenizer.from_pretrained(checkpoint)(
    "Pop superstar Shakira says she was the [MASK] of a random [MASK] by a [MASK] of "
    "[MASK] boars while walking in a [MASK] in Barcelona.",
    return_tensors="pt",
)
with torch.no_grad():
    _pretraining_logits = pretraining(**_inputs).prediction_logits
    _masked_lm_logits = masked_lm(**_inputs).logits
same_token_logits = torch.equal(_pretraining_logits, _masked_lm_logits)
spread_of_the_logits = _masked_lm_logits.std().item()
missing_keys = sorted(report["missing_keys"])
unexpected_keys = sorted(report["unexpected_keys"])

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
assert spread_of_the_logits > 0.5  # trained weights, not the near-zero of fresh ones
