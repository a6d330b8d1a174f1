"""If only upper layers are UNEXPECTED, write the file's number of layers into `config.json` as `num_hidden_layers`: then none is left out. The outputs are the saved model's. Seen on a BERT of four layers, whose configuration said two."""

import json
import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "with the file's number"

logging.disable(logging.CRITICAL)  # each load would report
torch.manual_seed(0)
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_attention_heads": 2}
_config = BertConfig(num_hidden_layers=4, intermediate_size=24, **_sizes)
_saved = BertModel(_config).eval()
_token_ids = torch.tensor([[2, 5, 7, 3]])


def _load(_layers):
    """Write the number, load, and return the keys left over and the outputs."""
    _path = Path(_folder, "config.json")
    _written = json.loads(_path.read_text()) | {"num_hidden_layers": _layers}
    _path.write_text(json.dumps(_written))
    _model, _report = BertModel.from_pretrained(_folder, output_loading_info=True)
    _same = torch.allclose(_model(_token_ids)[0], _saved(_token_ids)[0], atol=1e-6)
    return sorted(_report["unexpected_keys"]), sorted(_report["missing_keys"]), _same


with tempfile.TemporaryDirectory() as _folder:
    _saved.save_pretrained(_folder)
    _before, _after = _load(2), _load(4)

_upper = {".".join(_name.split(".")[:3]) for _name in _before[0]}
print("with two layers, left over:", *sorted(_upper))
print("with the file's number, left over and missing:", *map(len, _after[:2]))
assert _upper == {"encoder.layer.2", "encoder.layer.3"}, _upper
assert _before[1] == [] and not _before[2], "with two layers all is the same"
assert _after == ([], [], True), _after
