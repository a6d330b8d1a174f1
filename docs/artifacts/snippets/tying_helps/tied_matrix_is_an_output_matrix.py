"""The tied matrix arranges the commonest words as the output matrix of an untied model does, and hardly as its embedding does."""

import json
from pathlib import Path
from statistics import mean

scope = "experiment"
decides = "tied, and untied output"

log = "experiments/tying/log.json"

_log = json.loads(Path(log).read_text())
_compared = _log["compared"]  # Spearman's correlation of the cosines of all pairs
words = _log["recipe"]["compared_words"]
pairs_of_runs = len(_compared)
seeds_run = len({run["seed"] for run in _log["runs"]})
_names = {
    "tied_and_output": "tied, and untied output",
    "tied_and_input": "tied, and untied embedding",
    "input_and_output": "untied embedding, and untied output",
    "tied_and_tied": "tied, and tied",
    "output_and_output": "untied output, and untied output",
    "input_and_input": "untied embedding, and untied embedding",
}
likeness = [
    {
        "matrices of two seeds": _said,
        "lowest": round(min(pair[key] for pair in _compared), 2) + 0.0,
        "mean": round(mean(pair[key] for pair in _compared), 2) + 0.0,
        "highest": round(max(pair[key] for pair in _compared), 2) + 0.0,
    }
    for key, _said in _names.items()
]

for row in likeness:
    print("{}: correlation {}, {}, {}".format(*row.values()))
_by = {row["matrices of two seeds"]: row for row in likeness}
assert _by["tied, and untied output"]["lowest"] > 0.8
assert _by["tied, and untied embedding"]["highest"] < 0.2
assert _by["untied embedding, and untied embedding"]["lowest"] > 0.3  # they do agree
