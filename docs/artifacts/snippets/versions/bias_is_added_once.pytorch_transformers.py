"""The head adds its bias once: a bias of 1 raises every logit by 1."""

import torch
from pytorch_transformers import BertConfig, BertForPreTraining

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
    model.cls.predictions.bias.fill_(0.0)
    before = model(token_ids)[0]
    model.cls.predictions.bias.fill_(1.0)
    raised_by = (model(token_ids)[0] - before).mean().item()
times_added = round(raised_by)

print(f"a bias of 1 raises the logits by {raised_by:.2f}")
assert times_added == 1, f"the bias is added {times_added} times"
