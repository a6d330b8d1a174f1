"""Fresh GPT-2s and Llamas continue each text of a batch as they do alone if the pads are on the left, and most texts otherwise if they are on the right, with the right mask both times."""

import torch
from transformers import AutoConfig, AutoModelForCausalLM

scope = "library"
decides = "padded on the right"

settings = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2}
settings |= {"num_attention_heads": 2, "intermediate_size": 64}
settings |= {"initializer_range": 0.2, "bos_token_id": None, "eos_token_id": None}
pad, width = 99, 8
models, texts, otherwise_left, otherwise_right = 0, 0, 0, 0


def go_on(model, ids):
    mask = (ids != pad).long()
    return model.generate(ids, attention_mask=mask, max_new_tokens=6)[:, -6:]


for model_type in ("gpt2", "llama"):
    for seed in range(5):
        torch.manual_seed(seed)
        config = AutoConfig.for_model(model_type, **settings, pad_token_id=pad)
        model = AutoModelForCausalLM.from_config(config).eval()
        rows = [torch.randint(0, 98, (length,)) for length in range(3, 8)]
        _alone = torch.cat([go_on(model, row[None]) for row in rows])
        _right = torch.full((len(rows), width), pad)
        _left = _right.clone()
        for i, row in enumerate(rows):
            _right[i, : len(row)], _left[i, width - len(row) :] = row, row
        models += 1
        texts += len(rows)
        otherwise_left += (go_on(model, _left) != _alone).any(dim=1).sum().item()
        otherwise_right += (go_on(model, _right) != _alone).any(dim=1).sum().item()

print(f"{models} fresh models, {texts} texts; continued otherwise than alone:")
print(f"  padded on the left: {otherwise_left}")
print(f"  padded on the right: {otherwise_right}")
assert otherwise_left == 0, otherwise_left
assert otherwise_right > texts / 2, otherwise_right
