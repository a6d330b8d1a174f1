"""RoBERTa, given ids, makes positions from them, whatever the mask says: tokens count from `padding_idx` + 1 on, and a word with the pad's id counts as a pad. So padding on the left does no harm, and two of the position rows never hold a token."""

import torch
from transformers import RobertaConfig, RobertaModel

scope = "library"
decides = "two pads on the left"

torch.manual_seed(0)
_settings = {
    "vocab_size": 100,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "max_position_embeddings": 34,
}
config = RobertaConfig(**_settings)
pad, rows = config.pad_token_id, config.max_position_embeddings
model = RobertaModel(config).eval()
positions = []
model.embeddings.position_embeddings.register_forward_hook(
    lambda _, given, __: positions.append(given[0].flatten().tolist())
)


def vectors(ids):
    with torch.no_grad():
        outputs = model(ids, attention_mask=(ids != pad).long()).last_hidden_state
    return outputs[ids != pad]


def runs(length):
    try:
        vectors(torch.randint(3, 100, (1, length)))
    except (IndexError, RuntimeError):
        return False
    return True


_text, _pads = torch.randint(3, 100, (1, 4)), torch.full((1, 2), pad)
_alone = vectors(_text)
_right = vectors(torch.cat([_text, _pads], dim=1))
_left = vectors(torch.cat([_pads, _text], dim=1))
_word = _text.where(
    torch.arange(4) != 1, pad
)  # in a vocabulary where it is a word's id
with torch.no_grad():
    model(_word, attention_mask=torch.ones(1, 4))
positions_alone, positions_right, positions_left, positions_of_a_word = positions
moved_is_below = 1e-4
_right_moved = (_right - _alone).abs().max().item()
_left_moved = (_left - _alone).abs().max().item()
longest_text = max(length for length in range(1, rows) if runs(length))

print("positions alone:           ", positions_alone)
print("with two pads on the right:", positions_right)
print("with two pads on the left: ", positions_left)
print(f"second word has the id {pad}:  ", positions_of_a_word)
print(f"{rows} rows of positions hold {longest_text} tokens")
_counted = [pad + i + 1 for i in range(4)]
assert positions_alone == _counted, positions_alone
assert positions_right == [*_counted, pad, pad], positions_right
assert positions_left == [pad, pad, *_counted], positions_left
assert positions_of_a_word == [_counted[0], pad, *_counted[1:3]], positions_of_a_word
assert _right_moved < moved_is_below, _right_moved
assert _left_moved < moved_is_below, _left_moved
assert longest_text == rows - 2, longest_text
