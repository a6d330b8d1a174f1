"""In a small BERT the tied matrix arranges the commonest words much like the untied output matrix, and hardly like the embedding. Seen with 2 layers, 128 wide, on docstrings, at the highest and at the lowest of three learning rates. In the untied runs the embedding's rows keep about the length of their random start."""

import json
from pathlib import Path
from statistics import mean

scope = "experiment"
decides = "tied, and untied output"

log = "experiments/tying/log.json"

_log = json.loads(Path(log).read_text())
_compared = _log["compared"]  # Spearman's correlation of the cosines of all pairs
words, _rate = _log["recipe"]["compared_words"], _log["recipe"]["learning_rate"]
runs = 2 * len({(pair["rate"], pair["seeds"][0]) for pair in _compared})
_names = {
    "tied_and_output": "tied, and untied output",
    "tied_and_input": "tied, and untied embedding",
    "input_and_output": "untied embedding, and untied output",
    "tied_and_tied": "tied, and tied",
    "output_and_output": "untied output, and untied output",
    "input_and_input": "untied embedding, and untied embedding",
}
likeness = [{"matrices of two seeds": said} for said in _names.values()]
# Embeddings of two seeds are more alike than this.
for _by, _alike in ((1.0, 0.3), (0.25, 0.1)):
    _of = {k: [pair[k] for pair in _compared if pair["rate"] == _by] for k in _names}
    for _row, _all in zip(likeness, _of.values(), strict=True):
        _said = (round(value, 2) + 0.0 for value in (mean(_all), min(_all), max(_all)))
        _row[f"at {_by * _rate:g}"] = "{:.2f} ({:.2f} to {:.2f})".format(*_said)
    assert min(_of["tied_and_output"]) > 0.8
    assert max(_of["tied_and_input"]) < _alike
    assert min(_of["input_and_input"]) > _alike

_kept = [run["norm"] for run in _log["runs"] if run["condition"].startswith("untied")]
assert max(norms[-1] / norms[0] for norms in _kept) < 1.3, "the embedding's rows grow"

for row in likeness:
    print("{}: correlation {}; {}".format(*row.values()))
