"""In 30 steps on a trained head, each on a docstring (rxnmapper's ALBERT: on random tokens), AdamW without decay moves the rows that are neither read nor a label over 1.5 times as far as labels' rows, in the median and with each of five seeds; plain SGD, less than a sixth as far. `[PAD]`, unread too, goes over 1.5 times as far with AdamW, and less than a hundredth with SGD."""

from pathlib import Path
from statistics import median

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer, logging
from transformers.utils import cached_file

checkpoint = "checkpoints/pydoc-bert"
needs = ("mlm_head",)
scope = "checkpoint"
tolerance = 0.05
decides = "neither read nor a label"

PAD, STEPS, LENGTH, SEEDS = 0, 30, 24, 5
logging.set_verbosity_error()  # the load report has a page of its own
model = AutoModelForMaskedLM.from_pretrained(checkpoint).eval()  # no dropout
_file = {name: tensor.clone() for name, tensor in model.state_dict().items()}
_matrix = model.get_input_embeddings().weight
_vocabulary = Path(cached_file(checkpoint, "vocab.txt")).read_text(encoding="utf-8")
_vocabulary = _vocabulary.splitlines()
_special = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_cls, _sep, _mask = map(_vocabulary.index, _special[2:])
_is_word = [t not in _special and "[unused" not in t for t in _vocabulary]
_words = torch.tensor(_is_word).nonzero().flatten()
if model.config.model_type == "bert":
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    _lines = Path("checkpoints/pydoc-bert/held_out.txt").read_text(encoding="utf-8")
    _docstrings = [line.split("\t")[1] for line in _lines.splitlines()]


def draw_text(generator):
    """Ids of one text without pads: a docstring, or, for reactions, random tokens."""
    if model.config.model_type == "bert":
        text = _docstrings[torch.randint(len(_docstrings), (), generator=generator)]
        return tokenizer(text, truncation=True, max_length=LENGTH)["input_ids"]
    drawn = torch.randint(len(_words) // 2, (LENGTH - 2,), generator=generator)
    return [_cls, *_words[2 * drawn].tolist(), _sep]  # of every other token of these


def train(seed, optimizer_class, settings):
    """How far each row is after each step, how long its way; those read, and labels."""
    model.load_state_dict(_file)
    start = _matrix.detach().clone()
    optimizer = optimizer_class(model.parameters(), **settings)
    generator = torch.Generator().manual_seed(seed)
    read, label = torch.zeros(2, len(start), dtype=torch.bool)
    away, path, here = [torch.zeros(len(start))], torch.zeros(len(start)), start
    for _ in range(STEPS):
        ids = torch.tensor([draw_text(generator)])
        hidden = torch.rand(ids.shape, generator=generator) < 0.15
        hidden[0, 1] = True  # at least one
        hidden &= torch.isin(ids, _words)
        shown = ids.masked_fill(hidden, _mask)
        read[shown], label[ids[hidden]] = True, True
        optimizer.zero_grad()
        scores = model(shown).logits[hidden]
        torch.nn.functional.cross_entropy(scores, ids[hidden]).backward()
        optimizer.step()
        before, here = here, _matrix.detach().clone()
        away.append((here - start).norm(dim=1))
        path += (here - before).norm(dim=1)
    return torch.stack(away), path, read, label


_pad = torch.arange(len(_matrix)) == PAD
optimisers = {
    "AdamW": (torch.optim.AdamW, {"lr": 5e-5, "weight_decay": 0.0}),
    "SGD": (torch.optim.SGD, {"lr": 0.01}),
}
distances, _ways, pad_was_read = [], {}, False
for _name, _optimiser in optimisers.items():
    _medians, _straight = {}, {}
    for _seed in range(SEEDS):
        _away, _path, _read, _label = train(_seed, *_optimiser)
        pad_was_read |= (_read | _label)[PAD].item()
        _groups = {
            "a label": _label,
            "read, no label": _read & ~_label,
            "neither": ~_read & ~_label,
            "[PAD]": _pad,
        }
        for _group, _rows in _groups.items():
            _median = _away[:, _rows].median(dim=1).values
            _medians.setdefault(_group, []).append(_median)
            _part = (_away[-1] / _path)[_rows].median().item()  # 1: a straight line
            _straight.setdefault(_group, []).append(_part)
    _labels = torch.stack(_medians["a label"])[:, -1]
    for _group, _of_seeds in _medians.items():
        _way = torch.stack(_of_seeds)
        _times = (_way[:, -1] / _labels).tolist()
        distances.append(
            {
                "optimiser": _name,
                "row": _group,
                "distance": _way[:, -1].median().item(),
                "times a label's": median(_times),
                "least": min(_times),
                "greatest": max(_times),
                "distance / way": median(_straight[_group]),
            }
        )
        if _group != "[PAD]":
            _ways[f"{_name}, {_group}"] = _way.median(dim=0).values / _labels.median()

curves = [
    {"steps": step, **{name: way[step].item() for name, way in _ways.items()}}
    for step in range(0, STEPS + 1, 10)
]
curves_show = "distance of the median row; a label's, at the end: 1"

_share = {(row["optimiser"], row["row"]): row for row in distances}
pad_times_with_adamw = _share["AdamW", "[PAD]"]["times a label's"]
_order = ("a label", "read, no label", "neither")
_times = {o: [_share[o, row]["times a label's"] for row in _order] for o in optimisers}
untouched_straight = _share["AdamW", "neither"]["distance / way"]
label_straight = _share["AdamW", "a label"]["distance / way"]

for row in distances:
    print(f"{row['optimiser']}, {row['row']}: {row['distance']:.2g}, that is", end=" ")
    print(f"{row['least']:.2g} to {row['greatest']:.2g} times a label's row")
print(f"AdamW, distance over way: neither {untouched_straight:.2f},", end=" ")
print(f"a label {label_straight:.2f}")
print("[PAD] was read, or a label:", pad_was_read)
print(f"neither read nor a label: AdamW {_times['AdamW'][-1]:.1f} times", end=" ")
print(f"as far as a label's row, SGD {_times['SGD'][-1]:.2g} times")
assert not pad_was_read
for row, most in (("neither", 1 / 6), ("[PAD]", 1 / 100)):
    assert _share["AdamW", row]["least"] > 1.5, _share["AdamW", row]
    assert _share["SGD", row]["greatest"] < most, _share["SGD", row]
assert _times["AdamW"] == sorted(_times["AdamW"]), _times
assert _times["SGD"] == sorted(_times["SGD"], reverse=True), _times
assert untouched_straight > label_straight + 0.15
