"""On held-out text pydoc-bert tells nine pairs of texts in ten right: whether the second follows the first, or comes from another file."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForNextSentencePrediction, logging

pydoc_bert = "checkpoints/pydoc-bert"
held_out = "checkpoints/pydoc-bert/held_out.txt"
scope = "checkpoint"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForNextSentencePrediction.from_pretrained(pydoc_bert).eval()

_lines = [line.split("\t") for line in Path(held_out).read_text().splitlines()]
_true = [(text, follows) for _, text, follows, _ in _lines]
_random = [(text, elsewhere) for _, text, _, elsewhere in _lines]


def share_called_next(pairs):
    called = []
    for start in range(0, len(pairs), 32):
        batch = tokenizer(
            *zip(*pairs[start : start + 32], strict=True),
            padding=True,
            truncation=True,
            max_length=model.config.max_position_embeddings,
            return_tensors="pt",
        )
        with torch.no_grad():
            called.append(model(**batch).logits.argmax(-1) == 0)
    return torch.cat(called).float().mean().item()


next_called_next = share_called_next(_true)
random_called_next = share_called_next(_random)
accuracy = (next_called_next + 1 - random_called_next) / 2
accuracy_percent = 100 * accuracy
pairs = len(_true) + len(_random)

print(f"{pairs} pairs, half of them true")
print(f"true pairs called “is next”:   {next_called_next:.3f}")
print(f"random pairs called “is next”: {random_called_next:.3f}")
print(f"right in all: {accuracy_percent:.1f} %")
assert pairs > 400
assert accuracy > 0.9
