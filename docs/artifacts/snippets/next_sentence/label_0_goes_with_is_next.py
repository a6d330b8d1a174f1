"""The labels count the same way: with 0 for pairs that follow and 1 for shuffled ones pydoc-bert's loss is small, and with the two labels exchanged it is more than ten times as large."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForNextSentencePrediction, logging

pydoc_bert = "checkpoints/pydoc-bert"
held_out = "checkpoints/pydoc-bert/held_out.txt"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForNextSentencePrediction.from_pretrained(pydoc_bert).eval()

_lines = [line.split("\t") for line in Path(held_out).read_text().splitlines()][::8]


def loss(column, label):
    """The class's own loss, with the same label for all pairs."""
    batch = tokenizer(
        [line[1] for line in _lines],
        [line[column] for line in _lines],
        padding=True,
        truncation=True,
        max_length=model.config.max_position_embeddings,
        return_tensors="pt",
    )
    with torch.no_grad():
        return model(**batch, labels=torch.full((len(_lines),), label)).loss.item()


losses = [
    {"pairs": "true", "label 0": loss(2, 0), "label 1": loss(2, 1)},
    {"pairs": "shuffled", "label 0": loss(3, 0), "label 1": loss(3, 1)},
]
loss_with_0_for_next = (losses[0]["label 0"] + losses[1]["label 1"]) / 2
loss_with_1_for_next = (losses[0]["label 1"] + losses[1]["label 0"]) / 2

print(f"{len(_lines)} true pairs and as many shuffled ones")
print(f"0 for “is next”, 1 for “is not”: loss {loss_with_0_for_next:.2f}")
print(f"the other way round:             loss {loss_with_1_for_next:.2f}")
assert loss_with_1_for_next > 10 * loss_with_0_for_next
