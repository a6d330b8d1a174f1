"""If `[PAD]` and the word “file” exchange their ids before training, they exchange their rows' fates: the row that pads is the twin of the `[unused]` rows, and row 0, now a word, is not."""

import json
from pathlib import Path

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
word = _log["data"]["word"]
_runs = {}
for _run in _log["runs"]:
    _runs.setdefault(_run["condition"], _run)
fates = [
    {
        "row": row,
        "used as": role,
        "cosine with [unused]": _runs[condition][f"{column}_cosine"][-1],
        "norm": _runs[condition][f"{column}_norm"][-1],
        "output bias": _runs[condition][f"{column}_bias"][-1],
    }
    for condition, row, role, column in (
        ("base", "0", "padding", "pad"),
        ("base", f"of “{word}”", f"the word “{word}”", "word"),
        ("swapped", "0", f"the word “{word}”", "pad"),
        ("swapped", f"of “{word}”", "padding", "word"),
    )
]
_padding = [fate for fate in fates if fate["used as"] == "padding"]
_word = [fate for fate in fates if fate["used as"] != "padding"]

for fate in fates:
    print(f"row {fate['row']:9} as {fate['used as']:15}", end=" ")
    print(f"cosine with [unused] {fate['cosine with [unused]']:6.3f},", end=" ")
    print(f"bias {fate['output bias']:6.3f}")
assert word == "file"
assert min(fate["cosine with [unused]"] for fate in _padding) > 0.95
assert max(fate["cosine with [unused]"] for fate in _word) < 0.5
