"""In the experiment's untied runs the output matrix's rows do not, on average, turn towards the embedding's, and end over twice as long. The embedding's rows keep about the length of their random start. This holds at each of three learning rates."""

import json
from pathlib import Path

scope = "experiment"
decides = "largest cosine"

log = "experiments/tying/log.json"

_log = json.loads(Path(log).read_text())
_untied = [run for run in _log["runs"] if run["condition"].startswith("untied")]
runs = len(_untied)


def at_the_end(run, what):
    """What was logged at the last step."""
    return run[what][run["step"].index(_log["recipe"]["steps"])]


rows = [
    {
        "run": f"{run['condition']}, seed {run['seed']}",
        "row looked up, norm": round(at_the_end(run, "norm"), 2),
        "row that scores, norm": round(at_the_end(run, "out_norm"), 2),
        "times as long": round(
            at_the_end(run, "out_norm") / at_the_end(run, "norm"), 1
        ),
        "cosine of the two": round(at_the_end(run, "cosine"), 3) + 0.0,
    }
    for run in _untied
]
largest_cosine = max(abs(cosine) for run in _untied for cosine in run["cosine"])
norm_at_the_start = max(round(run["norm"][run["step"].index(0)], 2) for run in _untied)
largest_norm_at_the_end = max(row["row looked up, norm"] for row in rows)
least_times_as_long = min(row["times as long"] for row in rows)
most_times_as_long = max(row["times as long"] for row in rows)

print(*rows[0], sep=" · ")
for row in rows:
    print(*row.values(), sep=" · ")
print(f"rows looked up: {norm_at_the_start} at the start, at the end", end=" ")
print(f"{largest_norm_at_the_end} at most")
print(f"untied, the largest cosine at any logged step: {largest_cosine:.3f}")
assert largest_cosine < 0.05, largest_cosine
assert largest_norm_at_the_end < 1.3 * norm_at_the_start, rows
assert least_times_as_long > 2, least_times_as_long
