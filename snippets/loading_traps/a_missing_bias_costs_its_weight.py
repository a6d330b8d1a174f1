"""Where the file lacks a module's bias, an `_init_weights` that writes through `.data` loses that module's weight too. The report names only the bias. Written with `torch.nn.init`, the same class keeps the weight, also when it is saved and loaded again."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "ThroughData; reported: ['pooler.dense.bias'];"


class ThroughData(BertModel):
    """A class of your own."""

    def _init_weights(self, module):  # as every class of transformers 4 had it
        if isinstance(module, torch.nn.Linear):
            module.weight.data.fill_(0.5)
            module.bias.data.fill_(0.5)


class Guarded(BertModel):
    """The same with torch.nn.init."""

    def _init_weights(self, module):
        if isinstance(module, torch.nn.Linear):
            torch.nn.init.constant_(module.weight, 0.5)
            torch.nn.init.constant_(module.bias, 0.5)


torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
_file = BertModel(config).state_dict()
WEIGHT, BIAS = "pooler.dense.weight", "pooler.dense.bias"


def row(model_class, lacks):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        tensors = {key: value for key, value in _file.items() if key not in lacks}
        torch.save(tensors, Path(folder, "pytorch_model.bin"))
        loaded, report = model_class.from_pretrained(folder, output_loading_info=True)
    with tempfile.TemporaryDirectory() as folder:
        loaded.save_pretrained(folder)
        again = model_class.from_pretrained(folder).state_dict()
    state = loaded.state_dict()
    return {
        "class": model_class.__name__,
        "reported": sorted(report["missing_keys"]),
        "set by the class": [key for key in state if state[key].eq(0.5).all()],
        "kept by saving": all(again[key].equal(state[key]) for key in state),
    }


loads = [
    row(model_class, lacks)
    for lacks in ([], [BIAS], [BIAS, WEIGHT])
    for model_class in (ThroughData, Guarded)
]

for _row in loads:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_set = [_row["set by the class"] for _row in loads]
_reported = [_row["reported"] for _row in loads]
_whole, (_data, _guarded), _both = _set[:2], _set[2:4], _set[4:]
assert _whole == [[], []], f"from a whole file, the class sets {_whole}"
assert _data == [WEIGHT, BIAS], f"without the bias, through .data: {_data}"
assert _guarded == [BIAS], f"without the bias, with torch.nn.init: {_guarded}"
assert _both == [[WEIGHT, BIAS]] * 2, f"without weight and bias: {_both}"
assert _reported == [[], [], [BIAS], [BIAS], [BIAS, WEIGHT], [BIAS, WEIGHT]], _reported
assert all(_row["kept by saving"] for _row in loads), "saving loses what was loaded"
