"""transformers 5 neither reads nor converts a `bert_model.ckpt`: `from_pretrained` stops, and `load_tf_weights_in_bert` is gone. It stops at the folder as Google packed it, with the configuration renamed and with the files called `model.ckpt`, too. `from_tf=True` changes nothing."""

import shutil
import sys
import tempfile
import types
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

scope = "checkpoint"
decides = "converter:"
google = Path("checkpoints/tensorflow-bert")  # written by TensorFlow


def outcome(folder, **options):
    """Return what loading ends in; old releases have errors of other kinds."""
    try:
        model = BertForPreTraining.from_pretrained(str(folder), **options)
    except (AttributeError, ImportError, OSError, RuntimeError, ValueError) as error:
        return type(error).__name__
    pairs = zip(model.parameters(), _model.parameters(), strict=True)
    right = [torch.equal(a, b) for a, b in pairs]
    return f"{sum(right)} of {len(right)} tensors are right"


def google_s(name, tensor):
    """Return the name and the array of a tensor as in Google's file."""
    if name.endswith(("dense.weight", "query.weight", "key.weight", "value.weight")):
        name, tensor = name.replace(".weight", ".kernel"), tensor.T
    for old, new in (
        ("LayerNorm.weight", "LayerNorm.gamma"),
        ("LayerNorm.bias", "LayerNorm.beta"),
        ("_embeddings.weight", "_embeddings"),
        ("predictions.bias", "predictions.output_bias"),
        ("seq_relationship.weight", "seq_relationship.output_weights"),
        ("seq_relationship.bias", "seq_relationship.output_bias"),
        ("layer.", "layer_"),
    ):
        name = name.replace(old, new)
    return name.replace(".", "/"), tensor.detach().cpu().numpy().copy()


_module = sys.modules[BertForPreTraining.__module__]
_convert = getattr(_module, "load_tf_weights_in_bert", None)
_config = BertConfig.from_json_file(str(google / "bert_config.json"))
torch.manual_seed(0)
_model, _other = BertForPreTraining(_config), BertForPreTraining(_config)
for _parameter in _model.parameters():
    torch.nn.init.normal_(_parameter)  # no value that a fresh model has, too
_arrays = dict(google_s(*item) for item in _model.named_parameters())
_tensorflow = types.ModuleType("tensorflow")  # a stand-in, which old releases call
_tensorflow.train = types.SimpleNamespace(
    list_variables=lambda _path: [(name, a.shape) for name, a in _arrays.items()],
    load_variable=lambda _path, name: _arrays[name],
)
sys.modules["tensorflow"] = _tensorflow

with tempfile.TemporaryDirectory() as _folder:
    _packed, _renamed = Path(_folder, "packed"), Path(_folder, "renamed")
    shutil.copytree(str(google), str(_packed))
    _renamed.mkdir()
    shutil.copy(str(google / "bert_config.json"), str(_packed / "config.json"))
    shutil.copy(str(google / "bert_config.json"), str(_renamed / "config.json"))
    for _file in google.glob("bert_model.ckpt.*"):
        shutil.copy(str(_file), str(_renamed / _file.name.replace("bert_", "")))
    files = {
        folder.name: sorted(p.name for p in folder.iterdir() if p.suffix != ".py")
        for folder in (_packed, _renamed)
    }
    endings = {
        "as packed": outcome(google),
        "config.json": outcome(_packed),
        "config.json, from_tf=True": outcome(_packed, from_tf=True),
        "model.ckpt": outcome(_renamed),
        "model.ckpt, from_tf=True": outcome(_renamed, from_tf=True),
    }
    _once = {name: p.detach() for name, p in _model.named_parameters()}
    torch.save(_once, str(_packed / "pytorch_model.bin"))
    with_a_bin = outcome(_packed)  # the control: nothing else was wrong

if _convert:
    _convert(_other, _config, "bert_model.ckpt")
_pairs = zip(_model.parameters(), _other.parameters(), strict=True)
_right = [torch.equal(before, after) for before, after in _pairs]
converted = f"{sum(_right)} of {len(_right)} tensors are right"
_variables = dict(sys.modules["tensorflow"].train.list_variables(""))

for _name, _what in endings.items():
    print(f"{_name}: {_what}")
print("with a pytorch_model.bin beside it:", with_a_bin)
print("the converter:", f"{converted}" if _convert else "gone")
assert _variables["bert/encoder/layer_0/intermediate/dense/kernel"] == (8, 12)
assert _variables["cls/predictions/output_bias"] == (40,)
assert files["packed"][-2:] == ["bert_model.ckpt.index", "config.json"], f"{files}"
assert files["renamed"] == [
    "config.json",
    "model.ckpt.data-00000-of-00001",
    "model.ckpt.index",
]
assert with_a_bin == "46 of 46 tensors are right", f"with a .bin: {with_a_bin}"
with_from_tf = endings["model.ckpt, from_tf=True"]
assert sum(_right) == 0, (
    f"it is there, and {converted}; with from_tf=True: {with_from_tf}"
)
assert set(endings.values()) == {"OSError"}, f"{endings}"
