"""If random replacement draws words only, no batch of the experiment reads an `[unused]` token, and `[PAD]` grows as the twin of these rows. Google's rule draws any token, each `[unused]` one here less than once on average. Then the mean `[unused]` row ends shorter, and the lengths of these rows scatter more than twice as much."""

import json
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

scope = "experiment"
decides = "no [unused] token is read"

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
T = 2.776  # Student's t for five runs: 95 of 100 such intervals hold the mean
UNUSED = 99


steps = _log["recipe"]["steps"]


def at_the_end(condition, name):
    """What the log has of each run after its last step."""
    runs = [run for run in _log["runs"] if run["condition"] == condition]
    return [run[name][run["step"].index(steps)] for run in runs]


def interval(values):
    """The mean, and how far 95% of such intervals reach on either side."""
    return mean(values), T * stdev(values) / sqrt(len(values))


def written(values):
    return "{:.3f} ± {:.3f}".format(*interval(values))


replacements, _ends = [], {}
for _drawn, _condition in (("words only", "base"), ("any token", "any token")):
    _end = _ends[_drawn] = {
        name: at_the_end(_condition, name)
        for name in (
            "unused_norm",
            "unused_norm_spread",
            "pad_norm",
            "pad_cosine",
            "unused_read",
            "pad_read",
            "unused_by_lookup",
        )
    }
    replacements.append(
        {
            "replacement draws": _drawn,
            "runs": len(_end["pad_norm"]),
            "an [unused] token is read, times": mean(_end["unused_read"]) / UNUSED,
            "[PAD] is read, times": mean(_end["pad_read"]),
            "mean [unused] norm": written(_end["unused_norm"]),
            "spread of the norms": written(_end["unused_norm_spread"]),
            "[PAD] norm": written(_end["pad_norm"]),
            "the lookup's share of their way, %": 100 * mean(_end["unused_by_lookup"]),
            "least cosine of [PAD] and [unused]": min(_end["pad_cosine"]),
        }
    )
_words, _any = _ends["words only"], _ends["any token"]
runs = sum(row["runs"] for row in replacements)
times_as_spread = min(_any["unused_norm_spread"]) / max(_words["unused_norm_spread"])
_pairs = zip(_words["unused_norm"], _any["unused_norm"], strict=True)
shorter_by, _reach = interval([words - anything for words, anything in _pairs])
least_cosine = min(_words["pad_cosine"])
_shares, _if_read = (
    [pad / unused for pad, unused in zip(e["pad_norm"], e["unused_norm"], strict=True)]
    for e in (_words, _any)
)

print(f"words only ({len(_shares)} runs): no [unused] token is read;", end=" ")
print(f"[PAD] is {min(_shares):.3f} to {max(_shares):.3f} times as long", end=" ")
print(f"as they are, cosine at least {least_cosine:.4f}")
for row in replacements:
    _name, _, _read, _, _norm, _spread, *_ = row.values()
    print(f"{_name}: each read {_read:.2f} times, norm {_norm}, spread {_spread}")
most_by_lookup = max(_any["unused_by_lookup"])
print(f"the lookups make {100 * most_by_lookup:.1f} % of that way at most;", end=" ")
print(f"the mean row is shorter by {shorter_by:.3f} ± {_reach:.3f} if read")
assert set(_words["unused_read"] + _words["pad_read"]) == {0}
assert all(0.5 < reads / UNUSED < 1 for reads in _any["unused_read"]), "reads"
assert _log["changed"]["any token"] == {"any_token": True}
assert (_log["base"]["any_token"], _log["base"]["tied"]) == (False, True)
assert least_cosine > 0.99, least_cosine
assert min(_shares) > 0.9 and max(_shares) < 1 < min(_if_read), (_shares, _if_read)
assert times_as_spread > 2, times_as_spread
assert set(_words["unused_by_lookup"]) == {0.0}
assert most_by_lookup < 0.01, most_by_lookup
assert shorter_by / 2 > _reach, f"shorter by {shorter_by} ± {_reach}"
