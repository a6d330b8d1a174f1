"""Fresh GPT-2s and Llamas continue each padded text as they do alone if the pads are on the left, and most of them otherwise if the pads are on the right, with the right mask both times."""

import torch
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoConfig, AutoModelForCausalLM

scope = "library"
decides = "padded on the right"

settings = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2}
settings |= {"num_attention_heads": 2, "intermediate_size": 64}
settings |= {"initializer_range": 0.2, "bos_token_id": None, "eos_token_id": None}
pad, texts, otherwise_left, otherwise_right = 99, 0, 0, 0


def go_on(ids):
    mask = (ids != pad).long()
    return model.generate(ids, attention_mask=mask, max_new_tokens=6)[:, -6:]


for seed, model_type in enumerate(["gpt2", "llama"] * 5):
    torch.manual_seed(seed)
    config = AutoConfig.for_model(model_type, **settings)
    model = AutoModelForCausalLM.from_config(config).eval()
    _rows = [torch.randint(0, 98, (length,)) for length in range(3, 8)]
    _alone = torch.cat([go_on(row[None]) for row in _rows])
    _right = pad_sequence(_rows, True, pad)
    _left = pad_sequence(_rows, True, pad, "left")
    otherwise_right += (go_on(_right) != _alone).any(dim=1).sum().item()
    otherwise_left += (go_on(_left) != _alone).any(dim=1).sum().item()
    texts += (_right == pad).any(dim=1).sum().item()

for _side, _count in (("left", otherwise_left), ("right", otherwise_right)):
    print(f"padded on the {_side}: {_count} of {texts} texts continue otherwise")
assert otherwise_left == 0, otherwise_left
assert otherwise_right > texts / 2, otherwise_right
