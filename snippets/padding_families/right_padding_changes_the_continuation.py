"""For GPT-2 or Llama in float32, pad on the left and pass the mask: greedy search continues each text as without padding. This holds for the first 6 tokens, by `max_new_tokens`, without `min_length`, which counts the pads; with random weights, and with positions as the configurations have them by default. With pads on the right and the mask most texts are continued by other tokens."""

import torch
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoConfig, AutoModelForCausalLM

scope = "library"
decides = "continue otherwise than alone"

settings = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2}
settings |= {"num_attention_heads": 2, "intermediate_size": 64}
settings |= {"initializer_range": 0.2, "bos_token_id": None, "eos_token_id": None}
pad, _otherwise = 99, {"left": [], "right": []}


def go_on(ids):
    mask = (ids != pad).long()
    return model.generate(ids, attention_mask=mask, max_new_tokens=6)[:, -6:].tolist()


for seed, model_type in enumerate(["gpt2", "llama"] * 5):
    torch.manual_seed(seed)
    config = AutoConfig.for_model(model_type, **settings)
    model = AutoModelForCausalLM.from_config(config).eval()
    texts = [torch.randint(0, 98, (length,)) for length in range(3, 9)]
    _alone = [go_on(text[None])[0] for text in texts]
    for _side in ("left", "right"):
        _batch = go_on(pad_sequence(texts, True, pad, _side))
        _pairs = list(zip(_batch, _alone, strict=True))[:-1]  # the longest has no pads
        _otherwise[_side] += [new != old for new, old in _pairs]

padded, left, right = len(_otherwise["left"]), *map(sum, _otherwise.values())
print(f"of {padded} padded texts continue otherwise than alone", end=": ")
print(f"{left} with the pads on the left, {right} with them on the right")
assert left == 0, left
assert right > padded / 2, right
