"""The head adds its bias once: a bias of 1 raises every logit by 1."""

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
decides = "a bias of 1 raises"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
model = BertForPreTraining(config).eval()
token_ids = torch.tensor([[2, 5, 3]])
with torch.no_grad():
    before = model(token_ids)[0]
    model.cls.predictions.bias += 1.0
    raised_by = model(token_ids)[0] - before
times_added = round(raised_by.mean().item())
every_logit = torch.allclose(raised_by, torch.full_like(before, 1.0), atol=1e-4)

print(f"a bias of 1 raises the logits by {raised_by.mean().item():.2f}")
print("every logit by 1:", every_logit)
assert every_logit, f"added {times_added} times"
