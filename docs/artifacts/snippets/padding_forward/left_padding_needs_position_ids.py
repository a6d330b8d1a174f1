"""Left padding moves a text to other positions, and so BERT's vectors change although the mask is right; position ids that start at the text put them back."""

import torch
from transformers import AutoTokenizer, BertModel, logging

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = BertModel.from_pretrained(checkpoint).eval()
_token_ids = tokenizer("return the file", return_tensors="pt")["input_ids"]
_real = _token_ids.shape[1]
pads = 8
_left = torch.nn.functional.pad(_token_ids, (pads, 0))
_right = torch.nn.functional.pad(_token_ids, (0, pads))
_from_the_text = ((_left != 0).cumsum(dim=1) - 1).clamp(min=0)


def vectors(token_ids, **extra):
    with torch.no_grad():
        mask = (token_ids != 0).long()
        outputs = model(token_ids, attention_mask=mask, **extra)
    return outputs.last_hidden_state[0][token_ids[0] != 0]


def least_cosine(one, other):
    return torch.cosine_similarity(one, other, dim=1).min().item()


with torch.no_grad():
    _alone = model(_token_ids).last_hidden_state[0]
least_cosine_right = least_cosine(vectors(_right), _alone)
least_cosine_left = least_cosine(vectors(_left), _alone)
_repaired = vectors(_left, position_ids=_from_the_text)
position_ids = _from_the_text[0].tolist()
moved_after_repair_is_below = 1e-4
_moved = (_repaired - _alone).abs().max().item()

print(f"{_real} real tokens, {pads} pads, masked; least cosine with the text alone")
print(f"  pads on the right: {least_cosine_right:.4f}")
print(f"  pads on the left:  {least_cosine_left:.4f}")
print(f"  on the left, with position ids {position_ids}:")
print(f"  the text's own vectors, within {moved_after_repair_is_below}")
assert least_cosine_right > 0.9999
assert least_cosine_left < 0.99, least_cosine_left
assert _moved < moved_after_repair_is_below, _moved
