"""The loss of `BertForMaskedLM` leaves out labels of −100 and nothing else: a pad whose label is its id counts, and −1 is an error."""

import inspect

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
needs_cpu = "a bad index is an IndexError on the CPU, and ends the use of CUDA"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config).eval()
_names = inspect.signature(model.forward).parameters
_argument = "labels" if "labels" in _names else "masked_lm_labels"  # its old name
_token_ids = torch.tensor([[2, 17, 4, 23, 3, 0, 0, 0]])  # id 4 is [MASK], id 0 [PAD]
_mask = (_token_ids != 0).long()
_word = 54  # what stood where [MASK] stands


def loss(others, pads):
    labels = torch.tensor([[others, others, _word, others, others, pads, pads, pads]])
    try:
        return model(_token_ids, attention_mask=_mask, **{_argument: labels})[0].item()
    except IndexError as error:
        return str(error)


with torch.no_grad():
    _scores = model(_token_ids, attention_mask=(_token_ids > 0).long())[0][0]
_by_hand = -_scores.log_softmax(dim=-1)
labelled_word_alone = loss(others=-100, pads=-100)
with_labels_on_the_pads = loss(others=-100, pads=0)
_mean_with_pads = (_by_hand[2, _word] + _by_hand[5:, 0].sum()).item() / 4
minus_1 = loss(others=-1, pads=-1)

assert isinstance(labelled_word_alone, float), labelled_word_alone
print(f"−100 everywhere but at [MASK]: loss {labelled_word_alone:.4f}")
print(f"  the word's own: {_by_hand[2, _word].item():.4f}")
print(f"id 0 as the pads' label: loss {with_labels_on_the_pads:.4f}")
print("−1 as a label:", minus_1)
assert abs(labelled_word_alone - _by_hand[2, _word].item()) < 1e-4
assert abs(with_labels_on_the_pads - _mean_with_pads) < 1e-4
assert minus_1 == "Target -1 is out of bounds.", f"with labels of −1: {minus_1}"
