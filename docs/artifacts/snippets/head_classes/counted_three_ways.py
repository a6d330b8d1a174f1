"""`parameters()` counts each tensor once, `state_dict()` a tied one under each name, and a safetensors file has four bytes for each number of the first count, and a header: for every class, at both sizes."""

import inspect
import json
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, logging
from transformers.models.bert import modeling_bert

scope = "library"

logging.set_verbosity_error()
logging.disable_progress_bar()
SIZES = {
    # vocabulary, width, layers, attention heads, inner width
    "tiny": (100, 32, 2, 2, 64),
    "base": (30522, 768, 12, 12, 3072),
    "large": (30522, 1024, 24, 16, 4096),
}
sizes = [  # as published
    {"model": f"bert-{name}", "layers": layers, "width": width}
    | {"attention heads": heads, "inner width": inner, "vocabulary": vocabulary}
    for name, (vocabulary, width, layers, heads, inner) in SIZES.items()
    if name != "tiny"
]
CLASSES = [
    class_
    for class_ in vars(modeling_bert).values()
    if inspect.isclass(class_)
    and issubclass(class_, modeling_bert.BertPreTrainedModel)
    and class_ is not modeling_bert.BertPreTrainedModel
]


def header_bytes(named):
    """The length, and a line of JSON: names, types, shapes and places in the file."""
    header, place = {"__metadata__": {"format": "pt"}}, 0
    for name, tensor in sorted(named.items()):
        end = place + 4 * tensor.numel()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape)}
        header[name]["data_offsets"] = [place, end]
        place = end
    text = json.dumps(header, separators=(",", ":"))
    return 8 + (len(text) + 7) // 8 * 8  # filled up to a multiple of eight


def count(class_, size):
    vocabulary, width, layers, heads, inner = SIZES[size]
    config = BertConfig(
        vocab_size=vocabulary,
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        intermediate_size=inner,
        num_labels=2,
    )
    with torch.device("cpu" if size == "tiny" else "meta"):
        model = class_(config)
    parameters = sum(p.numel() for p in model.parameters())
    state = model.state_dict()
    once = dict(model.named_parameters())  # each Parameter under its first name
    aliases = sum(t.numel() for n, t in state.items() if n not in once)
    in_state = sum(tensor.numel() for tensor in state.values())
    header = header_bytes(once)
    buffers = sum(b.numel() for n, b in model.named_buffers())
    saved_buffers = sum(b.numel() for n, b in model.named_buffers() if n in state)
    assert in_state == parameters + aliases, class_.__name__
    if size == "tiny":  # really saved: the rule is the file's
        with tempfile.TemporaryDirectory() as folder:
            model.save_pretrained(folder)
            on_disk = Path(folder, "model.safetensors").stat().st_size
        assert on_disk == 4 * parameters + header, f"{class_.__name__}: {on_disk}"
    return {
        "class": class_.__name__,
        "parameters()": parameters,
        "second names": aliases,
        "state_dict()": in_state,
        "header": header,
        "bytes on disk": 4 * parameters + header,
    }, (buffers, saved_buffers)


_counted = {size: [count(class_, size) for class_ in CLASSES] for size in SIZES}
base, large = ([row for row, _ in _counted[size]] for size in ("base", "large"))
_buffers = [counts for _, counts in _counted["base"]]
numbers_in_buffers, of_them_saved = (
    max(counts) for counts in zip(*_buffers, strict=True)
)
_whole = {row["class"]: row for row in base}["BertForPreTraining"]
steps = [
    {"step": "parameters()", "bytes": 4 * _whole["parameters()"], "is": "total"},
    {"step": "tied, second name", "bytes": 4 * _whole["second names"], "is": "more"},
    {"step": "buffers", "bytes": 8 * of_them_saved, "is": "more"},
    {"step": "state_dict()", "bytes": 4 * _whole["state_dict()"], "is": "total"},
    {"step": "not saved twice", "bytes": -4 * _whole["second names"], "is": "less"},
    {"step": "header", "bytes": _whole["header"], "is": "more"},
    {"step": "model.safetensors", "bytes": _whole["bytes on disk"], "is": "total"},
]
_whole_large = {row["class"]: row for row in large}["BertForPreTraining"]
large_for_pretraining = _whole_large["parameters()"]
megabytes = {
    "parameters": 4 * _whole["parameters()"] / 1e6,
    "state_dict": 4 * _whole["state_dict()"] / 1e6,
    "file": _whole["bytes on disk"] / 1e6,
}

for name, rows in (("base", base), ("large", large)):
    print(f"bert-{name:26} parameters()  state_dict()  bytes on disk")
    for row in rows:
        print(f"{row['class']:30}{row['parameters()']:14,}", end="")
        print(f"{row['state_dict()']:14,}{row['bytes on disk']:15,}")
print("numbers in buffers:", numbers_in_buffers, "of them saved:", of_them_saved)
_counts = [f"{_whole[name]:,}" for name in ("parameters()", "state_dict()")]
print("BertForPreTraining: parameters() {}, state_dict() {},".format(*_counts), end=" ")
print(f"file {_whole['bytes on disk']:,} bytes")
assert of_them_saved == 0, f"{of_them_saved} numbers of buffers are saved"
assert sum(s["bytes"] for s in steps[:3]) == steps[3]["bytes"]
assert sum(s["bytes"] for s in steps[3:6]) == steps[6]["bytes"]
