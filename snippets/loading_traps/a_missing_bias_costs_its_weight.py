"""Where the file lacks a module's bias, a class whose `_init_weights` writes through `.data` loses that module's weight too, and the report names only the bias. Written with `torch.nn.init`, the same class keeps it, also when it is saved and loaded again."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"


class Tagger(BertForMaskedLM):
    """A class of your own."""

    def __init__(self, config):
        super().__init__(config)
        self.init_weights()

    def _init_weights(self, module):  # as every class of transformers 4 had it
        if isinstance(module, torch.nn.Linear):
            module.weight.data.normal_()
            if module.bias is not None:
                module.bias.data.zero_()


class Guarded(Tagger):
    """The same with torch.nn.init."""

    def _init_weights(self, module):
        if isinstance(module, torch.nn.Linear):
            torch.nn.init.normal_(module.weight)
            if module.bias is not None:
                torch.nn.init.zeros_(module.bias)


torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
_file = BertForMaskedLM(config).state_dict()
lost_key = "cls.predictions.transform.dense.bias"
del _file[lost_key]


def others(loaded):
    """Keys whose values are not the file's."""
    state = loaded.state_dict()
    return sorted(key for key in _file if not state[key].equal(_file[key]))


with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(_file, Path(_folder, "pytorch_model.bin"))
    _tagger, _report = Tagger.from_pretrained(_folder, output_loading_info=True)
    _guarded, _same = Guarded.from_pretrained(_folder, output_loading_info=True)
with tempfile.TemporaryDirectory() as _folder:
    _guarded.save_pretrained(_folder)
    _again = Guarded.from_pretrained(_folder)
reported = [sorted(one["missing_keys"]) for one in (_report, _same)]
lost = {
    "through .data": others(_tagger),
    "torch.nn.init": others(_guarded),
    "saved and loaded again": others(_again),
}

print("both times reported as missing:", *reported[0])
for _way, _keys in lost.items():
    print(f"{_way}: not the file's: {_keys}")
assert reported == [[lost_key], [lost_key]], f"reported: {reported}"
assert lost == {
    "through .data": [lost_key.replace("bias", "weight")],
    "torch.nn.init": [],
    "saved and loaded again": [],
}, f"not the file's: {lost}"
