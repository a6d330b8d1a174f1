"""RoBERTa makes positions from the ids, whatever the mask says: tokens count from `config.pad_token_id` + 1 on. Any token with that id, by default 1, counts as a pad. So padding on the left leaves the tokens' vectors as they are if you give it ids, and by default two of the position rows never hold a token. If the vocabulary's pad is 0 and the configuration says 1, token 1 counts as a pad, and real pads as text."""

import torch
from transformers import RobertaConfig, RobertaModel

scope = "library"
needs_cpu = "a bad index is an IndexError on the CPU, and ends the use of CUDA"
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


def note(_module, given, _result):
    positions.append(given[0].flatten().tolist())


model.embeddings.position_embeddings.register_forward_hook(note)


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
positions_alone, positions_right, positions_left = positions[:3]
longest_text = max(length for length in range(1, rows) if runs(length))
_ids = torch.tensor([[2, 1, 5, 0, 0]])  # by a vocabulary whose pad is 0
_mask = torch.ones_like(_ids)  # that the model does not ask
with torch.no_grad():
    model(_ids, attention_mask=_mask)
    model = RobertaModel(RobertaConfig(**_settings, pad_token_id=0)).eval()
    model.embeddings.position_embeddings.register_forward_hook(note)
    model(_ids, attention_mask=_mask)
positions_by_1, positions_by_0 = positions[-2:]
moved_is_below = 1e-4
_right_moved = (_right - _alone).abs().max().item()
_left_moved = (_left - _alone).abs().max().item()

print("positions alone:           ", positions_alone)
print("with two pads on the right:", positions_right)
print("with two pads on the left: ", positions_left)
print(f"ids {_ids[0].tolist()}: pad_token_id=1 {positions_by_1}, 0 {positions_by_0}")
print(f"{rows} rows of positions hold {longest_text} tokens")
_counted = [pad + i + 1 for i in range(4)]
assert positions_alone == _counted, positions_alone
assert positions_right == [*_counted, pad, pad], positions_right
assert positions_left == [pad, pad, *_counted], positions_left
assert positions_by_1 == [_counted[0], pad, *_counted[1:]], positions_by_1
assert positions_by_0 == [n - pad for n in _counted[:3]] + [0, 0], positions_by_0
assert _right_moved < moved_is_below, _right_moved
assert _left_moved < moved_is_below, _left_moved
assert longest_text == rows - 2, longest_text
