"""On held-out text pydoc-bert fills in masked tokens at least three times as often right as always guessing the commonest one."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "pydoc-bert"
held_out = "checkpoints/pydoc-bert/held_out.txt"
scope = "checkpoint"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).eval()
_generator = torch.Generator(model.device).manual_seed(0)

_right, _labels = [], []
_lines = [line.split("\t") for line in Path(held_out).read_text().splitlines()]
_pairs = [(text, follows) for _, text, follows, _ in _lines]
for start in range(0, len(_pairs), 32):
    _batch = tokenizer(
        _pairs[start : start + 32],
        padding=True,
        truncation=True,
        max_length=model.config.max_position_embeddings,
        return_special_tokens_mask=True,
        return_tensors="pt",
    )
    _special = _batch.pop("special_tokens_mask").bool()
    _ids = _batch["input_ids"]
    _chosen = (torch.rand(_ids.shape, generator=_generator) < 0.15) & ~_special
    _batch["input_ids"] = _ids.masked_fill(_chosen, tokenizer.mask_token_id)
    with torch.no_grad():
        _guesses = model(**_batch).logits[_chosen].argmax(-1)
    _right.append(_guesses == _ids[_chosen])
    _labels.append(_ids[_chosen])

masked_tokens = sum(len(right) for right in _right)
top_1 = torch.cat(_right).float().mean().item()
_counts = torch.cat(_labels).bincount()
commonest_token = tokenizer.convert_ids_to_tokens(_counts.argmax().item())
always_the_commonest = _counts.max().item() / masked_tokens
times_better = top_1 / always_the_commonest
percent = {"top_1": 100 * top_1, "commonest": 100 * always_the_commonest}

print(f"{masked_tokens} masked tokens in {len(_pairs)} pairs of held-out texts")
print(f"right at the first guess:  {percent['top_1']:.1f} %")
print(f"always “{commonest_token}”: {percent['commonest']:.1f} %")
print(f"times better: {times_better:.2f}")
assert masked_tokens > 1000
assert times_better > 3
