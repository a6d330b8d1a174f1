"""pydoc-bert's MLM head was trained with its encoder: with a new transform in the head, the trained encoder fills in hardly any masked token."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

scope = "checkpoint"

pydoc_bert = "pydoc-bert"
held_out = "checkpoints/pydoc-bert/held_out.txt"

logging.set_verbosity_error()  # the load report is shown elsewhere
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
_lines = [line.split("\t") for line in Path(held_out).read_text().splitlines()]
_rows = tokenizer([text for _, text, _, _ in _lines], truncation=True, max_length=32)
_full = [row for row in _rows["input_ids"] if len(row) == 32]  # nothing to pad
_ids = torch.tensor(_full)
torch.manual_seed(0)
_chosen = torch.rand(_ids.shape) < 0.15
_chosen &= (_ids != tokenizer.cls_token_id) & (_ids != tokenizer.sep_token_id)
_masked = _ids.masked_fill(_chosen, tokenizer.mask_token_id)


def right_at_the_first_guess(model):
    with torch.no_grad():
        guesses = model(_masked).logits[_chosen].argmax(-1)
    return (guesses == _ids[_chosen]).sum().item()


model = BertForMaskedLM.from_pretrained(pydoc_bert).eval()
masked_tokens = (_masked == tokenizer.mask_token_id).sum().item()
with_the_file_s_head = right_at_the_first_guess(model)
torch.manual_seed(0)
model.cls.predictions.transform = type(model.cls.predictions.transform)(model.config)
with_a_new_head = right_at_the_first_guess(model)
share_right = with_the_file_s_head / masked_tokens
share_right_with_a_new_head = with_a_new_head / masked_tokens

print(f"masked: {masked_tokens} tokens, one in {_ids.numel() / masked_tokens:.1f}")
print(f"right with the file's head: {share_right:.0%}")
print(f"right with a new transform in it: {share_right_with_a_new_head:.0%}")
assert 0.2 < share_right < 1
assert share_right_with_a_new_head < 0.05
