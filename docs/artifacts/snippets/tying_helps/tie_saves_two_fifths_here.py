"""Tied, the model of the experiment has two fifths fewer parameters: the untied one has a second matrix and a second bias."""

import json
from pathlib import Path

scope = "experiment"
decides = "% saved"

log, config_of_bert = "experiments/tying/log.json", "configs/bert.json"

_log = json.loads(Path(log).read_text())
_recipe, vocabulary = _log["recipe"], _log["data"]["vocabulary"]
layers, width, initial_spread, pairs_in_a_batch = (
    _recipe[key] for key in ("layers", "hidden", "initializer_range", "batch")
)
spread_of_bert = json.loads(Path(config_of_bert).read_text())["initializer_range"]
runs = len(_log["runs"])
_numbers = {
    side: {r["parameters"] for r in _log["runs"] if r["condition"].startswith(side)}
    for side in ("tied", "untied")
}
(tied_parameters,), (untied_parameters,) = _numbers.values()
saved = untied_parameters - tied_parameters
saved_percent = round(100 * saved / untied_parameters, 1)

print(
    f"tied {tied_parameters:,}, untied {untied_parameters:,}: {saved_percent} % saved"
)
assert saved == vocabulary * width + vocabulary
assert 39 < saved_percent < 43, saved_percent
assert spread_of_bert < initial_spread < 0.1  # the model is narrower than BERT
