"""pydoc-bert's “is next” mostly means “from the same file”: with the two texts swapped it gives the same answer to more than nine pairs in ten, and calls another place of the same file, and the first text once more, “next” too."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForNextSentencePrediction, logging

pydoc_bert = "checkpoints/pydoc-bert"
held_out = "checkpoints/pydoc-bert/held_out.txt"
scope = "checkpoint"
decides = "true pairs with the same answer"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForNextSentencePrediction.from_pretrained(pydoc_bert).eval()

_lines = [line.split("\t") for line in Path(held_out).read_text().splitlines()][::2]
_by_file = {}
for _file, *_texts in _lines:
    _by_file.setdefault(_file, []).append(_texts)
_true = [(text, follows) for _, text, follows, _ in _lines]
_shuffled = [(text, elsewhere) for _, text, _, elsewhere in _lines]
_same_file = [  # the first text of one place, the second text of the next place
    (here[0], there[1])
    for places in _by_file.values()
    if len(places) > 1
    for here, there in zip(places, places[1:] + places[:1], strict=True)
]


def called_next(pairs):
    called = []
    for start in range(0, len(pairs), 40):
        first, second = zip(*pairs[start : start + 40], strict=True)
        batch = tokenizer(
            list(first),
            list(second),
            padding=True,
            truncation=True,
            max_length=model.config.max_position_embeddings,
            return_tensors="pt",
        )
        with torch.no_grad():
            called.append(model(**batch)[0].argmax(-1) == 0)
    return torch.cat(called)


_kinds = {
    "the second follows": called_next(_true),
    "swapped: the first follows": called_next([(b, a) for a, b in _true]),
    "another place of the same file": called_next(_same_file),
    "the first text twice": called_next([(a, a) for a, _ in _true]),
    "another file": called_next(_shuffled),
    "another file, swapped": called_next([(b, a) for a, b in _shuffled]),
}
answers = []
for _kind, _called in _kinds.items():
    _share = _called.float().mean().item()
    answers.append(
        {
            "the pair": _kind,
            "pairs": len(_called),
            "called “is next”, %": round(100 * _share, 1),
            "standard error": round(
                100 * (_share * (1 - _share) / len(_called)) ** 0.5, 1
            ),
        }
    )
_share = {row["the pair"]: row["called “is next”, %"] for row in answers}
_swapped = {
    "true": _kinds["the second follows"] == _kinds["swapped: the first follows"],
    "shuffled": _kinds["another file"] == _kinds["another file, swapped"],
}
same_answer_swapped_percent = {
    kind: round(100 * same.float().mean().item(), 1) for kind, same in _swapped.items()
}

for row in answers:
    _pair, _pairs, _percent, _error = row.values()
    print(f"{_pair:31} {_pairs} pairs, called “is next”: {_percent:5} ± {_error} %")
for kind, _percent in same_answer_swapped_percent.items():
    print(f"{kind} pairs with the same answer when swapped: {_percent} %")
assert min(same_answer_swapped_percent.values()) > 90, f"{same_answer_swapped_percent}"
assert _share["swapped: the first follows"] > _share["the second follows"] - 5
assert _share["another place of the same file"] > 80
assert _share["the first text twice"] > 99
assert _share["another file"] < 10
