"""RoBERTa makes positions from the ids: tokens count from `padding_idx` + 1 on and pads do not count, so padding on the left does no harm, and two of the position rows never hold a token."""

import torch
from transformers import RobertaConfig, RobertaModel

scope = "library"

torch.manual_seed(0)
config = RobertaConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "max_position_embeddings": 34,
        "initializer_range": 0.2,
        "pad_token_id": 1,
    }
)
model = RobertaModel(config).eval()
positions = []
model.embeddings.position_embeddings.register_forward_hook(
    lambda _, given, __: positions.append(given[0].flatten().tolist())
)


def vectors(ids):
    token_ids = torch.tensor([ids])
    with torch.no_grad():
        outputs = model(token_ids, attention_mask=(token_ids != 1).long())[0]
    return outputs[0][token_ids[0] != 1]


_text = [5, 17, 54, 6]
_alone, _right, _left = vectors(_text), vectors([*_text, 1, 1]), vectors([1, 1, *_text])
positions_alone, positions_right, positions_left = positions
moved_is_below = 1e-4
_moved = max((_right - _alone).abs().max(), (_left - _alone).abs().max()).item()
rows = config.max_position_embeddings
vectors([5] * (rows - 2))
longest_text = rows - 2
try:
    vectors([5] * (rows - 1))
    one_more = "runs"
except (IndexError, RuntimeError) as error:
    one_more = str(error)

print("positions alone:           ", positions_alone)
print("with two pads on the right:", positions_right)
print("with two pads on the left: ", positions_left)
print(f"{rows} rows of positions hold {longest_text} tokens; one more: {one_more}")
assert positions_alone == [2, 3, 4, 5], f"positions {positions_alone}"
assert positions_right == [2, 3, 4, 5, 1, 1], f"positions {positions_right}"
assert positions_left == [1, 1, 2, 3, 4, 5], f"positions {positions_left}"
assert _moved < moved_is_below, f"moved by {_moved}"
assert one_more != "runs"
