"""RoBERTa's head adds its bias once: 1 more in the bias raises every logit by 1."""

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
    }
)
model = RobertaForMaskedLM(config).eval()
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
_token_ids = torch.tensor([[0, 5, 2]])
with torch.no_grad():
    _before = model(_token_ids)[0]
    model.lm_head.bias += 1.0
    _raised = model(_token_ids)[0] - _before
least, most = _raised.min().item(), _raised.max().item()

print(f"1 more in the bias raises the logits by {least:.2f} to {most:.2f}")
assert least > 0.99, f"the bias is added {least:.0f} times"
assert most < 1.01, f"the bias is added {most:.0f} times"
