"""Pack texts into one row with a 4-D mask that keeps them apart, and restart the positions at 0 for each: neither alone is enough. With both, BERT gives each text the vectors that it gives it alone, in float32. A bool mask works in sdpa, not in eager attention, which adds it to the scores."""

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "block-diagonal mask, restarted"

_texts = [[2, 17, 54, 23, 3], [2, 61, 40, 3], [2, 8, 77, 12, 95, 31, 3]]
_packed = torch.tensor([[token for text in _texts for token in text]])
_owner = torch.tensor([i for i, text in enumerate(_texts) for _ in text])
_restart = torch.tensor([[i for text in _texts for i in range(len(text))]])
_same_text = (_owner[:, None] == _owner)[None, None]  # text, head, query, key
_added = torch.zeros(_same_text.shape)
_added.masked_fill_(~_same_text, torch.finfo(torch.float32).min)
_ways = {
    "a plain mask of ones": {"attention_mask": torch.ones_like(_packed)},
    "restarted positions alone": {"position_ids": _restart},
    "block-diagonal 4-D mask alone": {"attention_mask": _added},
    "block-diagonal mask, restarted positions": {
        "attention_mask": _added,
        "position_ids": _restart,
    },
    "the same, as a bool mask": {
        "attention_mask": _same_text,
        "position_ids": _restart,
    },
}
noise_is_below = 1e-4


def distances(attention):
    """How far any vector is from the text's own alone, as a share of its length."""
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=100,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        initializer_range=0.2,  # far from uniform attention
    )
    config._attn_implementation = attention
    model = BertModel(config).eval()
    with torch.no_grad():
        alone = torch.cat([model(torch.tensor([text]))[0][0] for text in _texts])
        for name, inputs in _ways.items():
            distance = (model(_packed, **inputs)[0][0] - alone).norm(dim=1)
            yield name, (distance / alone.norm(dim=1)).max().item()


_moved = {attention: dict(distances(attention)) for attention in ("eager", "sdpa")}
by_way = [  # how far the farthest vector moves
    {"what is passed": name}
    | {
        attention: "as alone" if row[name] < noise_is_below else f"{row[name]:.2f}"
        for attention, row in _moved.items()
    }
    for name in _ways
]

for row in by_way:
    print("{}: eager {}, sdpa {}".format(*row.values()))
_both = "block-diagonal mask, restarted positions"
_as_alone = {
    attention: [row["what is passed"] for row in by_way if row[attention] == "as alone"]
    for attention in _moved
}
assert _as_alone["eager"] == [_both], _moved
assert _as_alone["sdpa"] == [_both, "the same, as a bool mask"], _moved
for _row in _moved.values():
    assert all(moved < noise_is_below or moved > 0.1 for moved in _row.values()), _row
