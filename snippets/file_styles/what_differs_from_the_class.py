"""A file and `BertForPreTraining` differ only in the keys that this claim lists; under all others the class has the file's values. There is a table for each style of file; names and shapes are compared, too."""

import re
import runpy
import tempfile
from pathlib import Path

import torch
import transformers
from safetensors.torch import load_file
from transformers import BertConfig, BertForPreTraining

scope = "library"

_styles = runpy.run_path("checkpoints/checkpoint_styles.py")
transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()
torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForPreTraining(config).eval()
for _parameter in model.parameters():
    torch.nn.init.normal_(_parameter, std=0.3)  # nothing at a value one could guess
_words = model.get_input_embeddings().weight
_saved = tempfile.TemporaryDirectory()  # each style is written from this file
model.save_pretrained(_saved.name)


def read(folder):
    if (folder / "pytorch_model.bin").exists():
        tensors = torch.load(folder / "pytorch_model.bin")
    else:
        tensors = load_file(folder / "model.safetensors")
    bare = "embeddings.word_embeddings.weight" in tensors  # no `bert.` in front
    tensors = {key: tensor.to(model.device) for key, tensor in tensors.items()}
    return {f"bert.{key}" if bare else key: t for key, t in tensors.items()}


def todays_name(key):
    key = key.replace("LayerNorm.gamma", "LayerNorm.weight")
    return key.replace("LayerNorm.beta", "LayerNorm.bias")


def origin(key, model, in_file, missing):
    """How the class comes by a key that the file does not have."""
    parameters = dict(model.named_parameters(remove_duplicate=False))
    aliases = [k for k, p in parameters.items() if p is parameters[key] and k != key]
    for other in in_file:
        if todays_name(other) == key:
            assert torch.equal(parameters[key], in_file[other])
            return f"from {other.split('.')[-1]}"
    for other in aliases:
        if other in in_file or key not in dict(model.named_parameters()):
            return f"alias of {other}"
    assert key in missing, f"{key} is neither the file's nor new"
    return "new"


def differences(style):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "file")
        _styles["write_style"](style, file, Path(_saved.name))
        in_file = read(file)
        model, report = BertForPreTraining.from_pretrained(
            file, output_loading_info=True
        )
    in_class, rows = model.state_dict(), {}
    for key in in_file.keys() & in_class.keys():
        assert torch.equal(in_file[key], in_class[key]), f"{key} is not the file's"
    for key in sorted(in_file.keys() ^ in_class.keys()):
        if key in in_class:
            tensor, diff = in_class[key], "only in the class"
            note = origin(key, model, in_file, report["missing_keys"])
        elif todays_name(key) in in_class:
            tensor, diff = in_file[key], "only in the file"
            note = f"read as {todays_name(key).split('.')[-1]}"
        else:
            tensor, diff, note = in_file[key], "only in the file", "computed instead"
            assert torch.equal(tensor, model.get_buffer(key)), f"{key} is not computed"
        counted = tensor.is_floating_point() and not note.startswith(("alias", "from"))
        if "LayerNorm" in key and "new" not in note:  # one row for all of them
            key = re.sub(".*LayerNorm", "*.LayerNorm", key)
        row = {"key": key, "shape": list(tensor.shape), "tensors": 0, "parameters": 0}
        rows.setdefault(key, row | {"what happens": note, "diff": diff})
        rows[key]["tensors"] += 1
        rows[key]["parameters"] += tensor.numel() * counted
    differ = len(in_file.keys() ^ in_class.keys())
    assert sum(row["tensors"] for row in rows.values()) == differ, f"{style}: {differ}"
    return list(rows.values())


dump_2018 = differences("dump-2018")
dump_weight_bias = differences("dump-weight-bias")
position_ids = differences("position-ids")
today = differences("safetensors")
masked_lm = differences("masked-lm")
encoder = differences("encoder")
decoder_bias_only = differences("decoder-bias-only")
_two_copies = differences("tied-keys-differ")

for row in encoder:
    print(row["key"], tuple(row["shape"]), row["what happens"])
_by_style = {
    "dump-2018": dump_2018,
    "dump-weight-bias": dump_weight_bias,
    "position-ids": position_ids,
    "safetensors": today,
    "masked-lm": masked_lm,
    "encoder": encoder,
    "decoder-bias-only": decoder_bias_only,
}
_counts = {
    style: sum(row["tensors"] for row in rows) for style, rows in _by_style.items()
}
print("keys that differ:", ", ".join(f"{s} {count}" for s, count in _counts.items()))
_of_heads = sum(p.numel() for p in model.cls.parameters()) - _words.numel()
_new = sum(row["parameters"] for row in encoder)
assert _new == _of_heads, f"an encoder's file lacks {_new} parameters of {_of_heads}"
_folded = [row["key"] for row in dump_2018 if "LayerNorm" in row["key"]]
assert {*_folded} == {f"*.LayerNorm.{x}" for x in ("weight", "bias", "gamma", "beta")}
assert [row["what happens"] for row in dump_weight_bias] == [
    "alias of cls.predictions.bias"
]
assert [row["key"] for row in position_ids] == ["bert.embeddings.position_ids"]
assert {row["what happens"] for row in masked_lm[:2] + masked_lm[-2:]} == {"new"}
assert not _two_copies  # the same keys, though other values
