"""A CRF looks up every label in its matrix of transitions, so −100 is an error: put any valid label there, and pass a mask. Then the masked labels do not matter. This is the score of a sequence, written as in pytorch-crf, whose first position must be in the mask: leave out `[CLS]`."""

from itertools import pairwise

import torch

scope = "arithmetic"
decides = "with −100"

torch.manual_seed(0)
_kinds, _length = 3, 5
_start, _end = torch.randn(_kinds), torch.randn(_kinds)
_transitions, _emissions = torch.randn(_kinds, _kinds), torch.randn(_length, _kinds)


def _score(_labels, _mask):
    """Return the score of a sequence of labels, the masked ones left out."""
    _sum = _start[_labels[0]] + _emissions[0, _labels[0]]
    for _at, (_before, _label) in enumerate(pairwise(_labels), 1):
        _step = _transitions[_before, _label] + _emissions[_at, _label]
        _sum = _sum + _step * _mask[_at]
    return (_sum + _end[_labels[_mask.sum() - 1]]).item()


_mask = torch.tensor([1, 1, 1, 0, 0])
_minus_100 = torch.tensor([0, 2, 1, -100, -100])
try:
    _error = f"no error: {_score(_minus_100, _mask)}"
except IndexError as error:
    _error = str(error)
_replaced = [_minus_100.masked_fill(_mask == 0, kind) for kind in range(_kinds)]
_scores = [_score(labels, _mask) for labels in _replaced]
_unmasked = [_score(labels, torch.ones_like(_mask)) for labels in _replaced]
_by_hand = _start[0] + _transitions[0, 2] + _transitions[2, 1] + _end[1]
_by_hand = (_by_hand + _emissions[0, 0] + _emissions[1, 2] + _emissions[2, 1]).item()

print("with −100:", _error)
print("a valid label there, and the mask:", *(f"{score:.4f}" for score in _scores))
print(f"the text alone: {_by_hand:.4f}; without the mask:", end=" ")
print(*(f"{score:.4f}" for score in _unmasked))
assert _error.startswith("index -100 is out of bounds for dimension"), _error
assert max(abs(score - _by_hand) for score in _scores) < 1e-5, (_scores, _by_hand)
assert min(abs(score - _by_hand) for score in _unmasked) > 1e-3, _unmasked
