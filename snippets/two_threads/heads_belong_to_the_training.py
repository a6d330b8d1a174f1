"""The MLM head was trained with the encoder: with new numbers in its place, the trained encoder fills in hardly any masked token."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

scope = "checkpoint"

pydoc_bert = "checkpoints/pydoc-bert"
held_out = "checkpoints/pydoc-bert/held_out.txt"

logging.set_verbosity_error()  # the load report is shown elsewhere
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
_lines = [line.split("\t") for line in Path(held_out).read_text().splitlines()][:256]
_batch = tokenizer(
    [(text, follows) for _, text, follows, _ in _lines],
    padding=True,
    truncation=True,
    max_length=128,
    return_special_tokens_mask=True,
    return_tensors="pt",
)
_special = _batch.pop("special_tokens_mask").bool()
_ids = _batch["input_ids"]
_generator = torch.Generator().manual_seed(0)
_chosen = (torch.rand(_ids.shape, generator=_generator) < 0.15) & ~_special
_batch["input_ids"] = _ids.masked_fill(_chosen, tokenizer.mask_token_id)


def right_at_the_first_guess(model):
    with torch.no_grad():
        guesses = model(**_batch).logits[_chosen].argmax(-1)
    return (guesses == _ids[_chosen]).sum().item()


model = BertForMaskedLM.from_pretrained(pydoc_bert).eval()
masked_tokens = _chosen.sum().item()
with_the_file_s_head = right_at_the_first_guess(model)

torch.manual_seed(0)
_fresh = BertForMaskedLM(model.config).cls.predictions
model.cls.predictions.transform = _fresh.transform
with torch.no_grad():
    model.cls.predictions.bias.zero_()
with_a_new_head = right_at_the_first_guess(model)
times_fewer = with_the_file_s_head / max(with_a_new_head, 1)

print("masked tokens:", masked_tokens)
print("right with the file's head:", with_the_file_s_head)
print("right with a new transform and a bias of zeros:", with_a_new_head)
assert with_the_file_s_head > 5 * max(with_a_new_head, 1)
