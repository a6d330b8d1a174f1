"""pydoc-bert's “is next” mostly means “about the same subject”, and hardly “in this order”. With the two texts swapped it gives the same answer to more than nine pairs in ten. It calls “next” another place of the same file, the first text once more, and far more often a text of the same folder than one of anywhere else."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForNextSentencePrediction, logging

pydoc_bert = "pydoc-bert"
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
_folder = {}
for _file, *_texts in _lines:
    _folder.setdefault(_file.rpartition("/")[0], {}).setdefault(_file, _texts)
_same_folder = [  # the first text of one file, the second text of each other file there
    (here[0], there[1])
    for files in _folder.values()
    for file, here in files.items()
    for other, there in files.items()
    if file != other
]
_generator = torch.Generator(model.device).manual_seed(0)


def shuffled(text):
    words = text.split()
    order = torch.randperm(len(words), generator=_generator).tolist()
    return " ".join(words[at] for at in order)


def scores(pairs):
    found = []
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
            found.append(model(**batch)[0])
    return torch.cat(found)


_swapped = [(b, a) for a, b in _true]
_reordered = [(shuffled(a), shuffled(b)) for a, b in _true]
_scores = {
    "the second follows": scores(_true),
    "swapped: the first follows": scores(_swapped),
    "both texts' words shuffled": scores(_reordered),
    "another place of the same file": scores(_same_file),
    "the first text twice": scores([(a, a) for a, _ in _true]),
    "another file of the same folder": scores(_same_folder),
    "another file": scores(_shuffled),
    "another file, swapped": scores([(b, a) for a, b in _shuffled]),
}
_kinds = {kind: rows.argmax(-1) == 0 for kind, rows in _scores.items()}
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
_same_swapped = {
    "true": _kinds["the second follows"] == _kinds["swapped: the first follows"],
    "random": _kinds["another file"] == _kinds["another file, swapped"],
}
_leads = [
    _scores[kind][:, 0] - _scores[kind][:, 1]
    for kind in ("the second follows", "swapped: the first follows")
]
surer_in_order_percent = round(100 * (_leads[0] > _leads[1]).float().mean().item(), 1)
same_answer_swapped_percent = {
    kind: round(100 * same.float().mean().item(), 1)
    for kind, same in _same_swapped.items()
}

for row in answers:
    _pair, _pairs, _percent, _error = row.values()
    print(f"{_pair:31} {_pairs} pairs, called “is next”: {_percent:5} ± {_error} %")
for kind, _percent in same_answer_swapped_percent.items():
    print(f"{kind} pairs with the same answer when swapped: {_percent} %")
print(f"surer in the right order: {surer_in_order_percent} % of the true pairs")
assert 50 < surer_in_order_percent < 65, f"{surer_in_order_percent}"
assert min(same_answer_swapped_percent.values()) > 90, f"{same_answer_swapped_percent}"
assert _share["swapped: the first follows"] > _share["the second follows"] - 5
assert _share["another place of the same file"] > 80
assert _share["the first text twice"] > 99
assert _share["another file"] < 10
assert 35 < _share["another file of the same folder"] < 80
assert _share["both texts' words shuffled"] > 90
