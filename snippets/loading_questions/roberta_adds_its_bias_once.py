"""RoBERTa's head adds its bias once: a bias of 1 raises every logit by 1."""

import torch
from transformers import RobertaConfig, RobertaForMaskedLM

ports = ("pytorch_transformers",)
scope = "library"

torch.manual_seed(0)
config = RobertaConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "max_position_embeddings": 12,
        "pad_token_id": 1,
    }
)
model = RobertaForMaskedLM(config).eval()
_token_ids = torch.tensor([[0, 5, 2]])
with torch.no_grad():
    model.lm_head.bias.fill_(0.0)
    _before = model(_token_ids)[0]
    model.lm_head.bias.fill_(1.0)
    raised_by = (model(_token_ids)[0] - _before).mean().item()
times_added = round(raised_by)

print(f"a bias of 1 raises the logits by {raised_by:.2f}")
assert times_added == 1, f"the bias is added {times_added} times"
