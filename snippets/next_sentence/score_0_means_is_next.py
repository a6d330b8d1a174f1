"""Read score 0 as “is next” if the model was trained with label 0 for pairs that follow, as pydoc-bert was. In more than nine of ten held-out pairs its higher score is 0 if the second text follows, and 1 if it is from another file."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForNextSentencePrediction, logging

pydoc_bert = "pydoc-bert"
held_out = "checkpoints/pydoc-bert/held_out.txt"
scope = "checkpoint"
decides = "read as “0 is next”"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForNextSentencePrediction.from_pretrained(pydoc_bert).eval()

_lines = [line.split("\t") for line in Path(held_out).read_text().splitlines()]


def differences(column):
    """Score 0 minus score 1, with the text of that column as the second one."""
    scores = []
    for start in range(0, len(_lines), 40):
        some = _lines[start : start + 40]
        batch = tokenizer(
            [line[1] for line in some],
            [line[column] for line in some],
            padding=True,
            truncation=True,
            max_length=model.config.max_position_embeddings,
            return_tensors="pt",
        )
        with torch.no_grad():
            scores.append(model(**batch)[0])
    scores = torch.cat(scores)
    return scores[:, 0] - scores[:, 1]


_true, _shuffled = differences(2), differences(3)
pairs = len(_true) + len(_shuffled)
_right = (_true > 0).sum().item() + (_shuffled < 0).sum().item()
accuracy = _right / pairs
standard_error = (accuracy * (1 - accuracy) / pairs) ** 0.5
read_the_other_way_round = 1 - accuracy
median_difference = {
    "true": _true.median().item(),
    "shuffled": _shuffled.median().item(),
}
margins = [
    {
        "from": low,
        "to": low + 1,
        "true pairs": ((_true >= low) & (_true < low + 1)).sum().item(),
        "shuffled pairs": ((_shuffled >= low) & (_shuffled < low + 1)).sum().item(),
    }
    for low in range(-7, 7)
]
margins_show = "score 0 minus score 1"

print(f"{pairs} pairs, half of them true; read as “0 is next”: ", end="")
print(f"{accuracy:.3f} ± {standard_error:.3f} right")
print(f"read as “1 is next”: {read_the_other_way_round:.3f} right")
print("median of score 0 minus score 1:", end=" ")
print(*(f"{kind} {value:+.2f}" for kind, value in median_difference.items()), sep=", ")
assert sum(row["true pairs"] + row["shuffled pairs"] for row in margins) == pairs
assert accuracy - 3 * standard_error > 0.9, f"{accuracy:.3f} ± {standard_error:.3f}"
assert median_difference["true"] > 1 and median_difference["shuffled"] < -1
