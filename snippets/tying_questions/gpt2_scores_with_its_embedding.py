"""GPT-2's logits are its last vectors times its token embedding: `lm_head` shares that matrix and adds no parameter. So its paper has it."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"
decides = "logits are the vectors"

torch.manual_seed(0)
config = GPT2Config.from_dict(
    {
        "vocab_size": 100,
        "n_positions": 16,
        "n_embd": 16,
        "n_layer": 1,
        "n_head": 2,
        "bos_token_id": 0,
        "eos_token_id": 0,
    }
)
model = GPT2LMHeadModel(config).eval()
body, embedding = model.transformer, model.transformer.wte.weight
_token_ids = torch.tensor([[2, 5, 7, 3]])
with torch.no_grad():
    by_hand = body(_token_ids)[0] @ embedding.T
    same_logits = torch.allclose(model(_token_ids)[0], by_hand, atol=1e-5)
one_parameter = model.lm_head.weight is embedding
counts = {
    "the whole": sum(p.numel() for p in model.parameters()),
    "its transformer": sum(p.numel() for p in body.parameters()),
    "its lm_head": sum(p.numel() for p in model.lm_head.parameters()),
}

print("logits are the vectors times the embedding:", same_logits)
print("parameters:", counts)
assert same_logits, "the logits are no product with the embedding"
assert one_parameter, "lm_head.weight and the embedding are two Parameters"
assert counts["the whole"] == counts["its transformer"], f"{counts}"
assert counts["its lm_head"] == embedding.numel()
