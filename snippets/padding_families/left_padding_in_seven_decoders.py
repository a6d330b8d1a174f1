"""With pads on the left, GPT-2 and GPT-Neo need the mask and `position_ids`; OPT, BLOOM, Llama, Qwen3 and Gemma 2 need only the mask. This holds in float32 with large random weights, for a text beside a longer one. A Llama with dynamic scaling takes its angles from the longest text: beside one longer than its length, no way to pad gives a text its own scores."""

import torch
from transformers import AutoConfig, AutoModelForCausalLM

scope = "library"
decides = "llama, rotary ·"

settings = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2}
settings |= {"num_attention_heads": 2, "intermediate_size": 64}
settings |= {"initializer_range": 0.2, "init_std": 0.2, "pad_token_id": None}
settings |= {"bos_token_id": None, "eos_token_id": None, "max_position_embeddings": 64}
_small = {"num_key_value_heads": 2, "head_dim": 16}
_dynamic = {"rope_type": "dynamic", "factor": 2.0, "rope_theta": 1e4}
_types = [
    ("gpt2, a learned table", {}),
    ("gpt_neo, a learned table", {"attention_types": [[["global", "local"], 1]]}),
    ("opt, a learned table", {"word_embed_proj_dim": 32, "ffn_dim": 64}),
    ("bloom, distances (ALiBi)", {}),
    ("llama, rotary", {}),
    ("qwen3, rotary", _small),
    ("gemma2, rotary", _small),
    (
        'llama, rope_type="dynamic", length 16',
        {"max_position_embeddings": 16, "rope_parameters": _dynamic},
    ),
]
is_noise_below, moves_above = 1e-4, 1e-2
pads = 20

decoders = []
for name, extra in _types:
    moved = {"right, no mask": [], "left, no mask": []}
    moved |= {"left, mask": [], "left, mask, position_ids": []}
    for seed in range(3):
        torch.manual_seed(seed)
        config = AutoConfig.for_model(name.split(",")[0], **{**settings, **extra})
        model = AutoModelForCausalLM.from_config(config).eval()
        _text, _token = torch.randint(0, 100, (1, 5)), torch.randint(0, 100, (1, 1))
        _padding = _token.repeat(1, pads)  # any token will do
        _longer = torch.randint(0, 100, (1, 5 + pads))  # beside it, so it is padded
        _left = torch.cat([torch.cat([_padding, _text], dim=1), _longer])
        _right = torch.cat([torch.cat([_text, _padding], dim=1), _longer])
        _mask = torch.ones_like(_left)
        _mask[0, :pads] = 0
        _placed = {"position_ids": (_mask.cumsum(dim=1) - 1).clamp(min=0)}
        with torch.no_grad():
            _alone = model(_text).logits[0]
            _scores = [
                model(_right).logits[0, :5],
                model(_left).logits[0, pads:],
                model(_left, attention_mask=_mask).logits[0, pads:],
                model(_left, attention_mask=_mask, **_placed).logits[0, pads:],
            ]
        for case, scores in zip(moved.values(), _scores, strict=True):
            case.append((scores - _alone).abs().max().item())
    row = {"model, its positions": name}
    for case, far in moved.items():
        assert max(far) < is_noise_below or min(far) > moves_above, (name, case, far)
        row[case] = "fine: same" if max(far) < is_noise_below else "problem: other"
    decoders.append(row)

for row in decoders:
    print(*row.values(), sep=" · ")
_columns = [[cell.split(":")[0] for cell in list(row.values())[1:]] for row in decoders]
_right, _bare, _masked, _all = zip(*_columns, strict=True)
assert _right == ("fine",) * 7 + ("problem",), _right
assert set(_bare) == {"problem"}, _bare
assert _masked == ("problem",) * 2 + ("fine",) * 5 + ("problem",), _masked
assert _all == ("fine",) * 7 + ("problem",), _all
