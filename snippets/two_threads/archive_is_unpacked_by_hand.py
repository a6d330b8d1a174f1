"""A `.tar.gz` as of 2018 is refused with an error; its folder, unpacked by hand and with a config.json, loads."""

import json
import logging
import pickle
import runpy
import tarfile
import tempfile
from pathlib import Path

import torch
from transformers import BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"

logging.getLogger("transformers").setLevel(logging.CRITICAL)
_styles = runpy.run_path("checkpoints/checkpoint_styles.py")
error, bias_is_loaded = None, False
with tempfile.TemporaryDirectory() as _place:
    _styles["write_style"]("archive-2018", Path(_place, "2018"))  # pydoc-bert's weights
    _archive, _folder = Path(_place, "2018/pydoc-bert.tar.gz"), Path(_place, "by-hand")
    try:
        BertForPreTraining.from_pretrained(str(_archive))
    except (OSError, ValueError, pickle.UnpicklingError) as raised:
        error = type(raised).__name__

    with tarfile.open(_archive, "r:gz") as _packed:
        _packed.extractall(_folder, filter="data")
    _settings = json.loads(Path(_folder, "bert_config.json").read_text())
    Path(_folder, "config.json").write_text(json.dumps(_settings))
    _model = BertForPreTraining.from_pretrained(str(_folder))
    _file = torch.load(Path(_folder, "pytorch_model.bin"))
    bias_is_loaded = torch.equal(
        _model.cls.predictions.bias, _file["cls.predictions.bias"]
    )

print("the archive itself:", error)
print("unpacked by hand, the file's bias is loaded:", bias_is_loaded)
assert bias_is_loaded
assert error, "the archive itself is loaded"
