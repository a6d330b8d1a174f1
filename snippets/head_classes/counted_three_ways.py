"""`parameters()` counts a tied tensor once, as a saved safetensors file does, and `state_dict()` counts it under each name. So in float32 a file has four bytes for each number of the first count, and a header: every Bert class is saved so, and the size of bert-base-uncased's file follows, to the byte."""

import inspect
import json
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining, logging
from transformers.models.bert import modeling_bert

scope = "library"
decides = "bert-base's file, with"

logging.set_verbosity_error()
logging.disable_progress_bar()
# A download's error names it: huggingface_hub, issue 1531
PUBLISHED_BYTES = 440449768
SIZES = {
    # vocabulary, width, layers, attention heads, inner width
    "tiny": (100, 32, 2, 2, 64),
    "base": (30522, 768, 12, 12, 3072),
}
CLASSES = [
    class_
    for class_ in vars(modeling_bert).values()
    if inspect.isclass(class_)
    and issubclass(class_, modeling_bert.BertPreTrainedModel)
    and class_ is not modeling_bert.BertPreTrainedModel
]


def bytes_of_a_file(named):
    """A length, a line of JSON with names, types, shapes, places; and the numbers."""
    header, place = {"__metadata__": {"format": "pt"}}, 0
    for name, tensor in sorted(named.items()):
        end = place + 4 * tensor.numel()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape)}
        header[name]["data_offsets"] = [place, end]
        place = end
    text = json.dumps(header, separators=(",", ":"))
    return 8 + (len(text) + 7) // 8 * 8 + place  # filled up to a multiple of eight


def build(class_, size):
    vocabulary, width, layers, heads, inner = SIZES[size]
    config = BertConfig(
        vocab_size=vocabulary,
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        intermediate_size=inner,
    )
    with torch.device("cpu" if size == "tiny" else "meta"):
        return class_(config)


def count(model):
    once = dict(model.named_parameters())  # each Parameter under its first name
    state = model.state_dict()
    return {
        "class": type(model).__name__,
        "parameters()": sum(p.numel() for p in model.parameters()),
        "state_dict()": sum(tensor.numel() for tensor in state.values()),
        "bytes on disk": bytes_of_a_file(once),
    }


torch.manual_seed(0)
for _class in CLASSES:
    _model = build(_class, "tiny")
    _row = count(_model)
    with tempfile.TemporaryDirectory() as _folder:
        _model.save_pretrained(_folder)
        _on_disk = Path(_folder, "model.safetensors").stat().st_size
    assert _on_disk == _row["bytes on disk"], f"{_class.__name__}: {_on_disk}"
    _named = _model.named_parameters(remove_duplicate=False)
    _each_name = sum(p.numel() for _, p in _named)  # and no buffer
    assert _row["state_dict()"] == _each_name, f"{_class.__name__}: {_row}"
    _tied = _model.get_output_embeddings() is not None
    assert (_row["state_dict()"] > _row["parameters()"]) == _tied, f"{_row}"

base = [count(build(class_, "base")) for class_ in CLASSES]
_whole = build(BertForPreTraining, "base")
_today = dict(_whole.named_parameters())
_of_2018 = {
    name.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta"): p
    for name, p in _today.items()
}
bytes_with_names_of_2018 = bytes_of_a_file(_of_2018)
bytes_with_names_of_today = bytes_of_a_file(_today)

print(f"{'':30}parameters() state_dict() bytes on disk")
for _row in base:
    print(f"{_row['class']:30}", end="")
    print(f"{_row['parameters()']:12,}{_row['state_dict()']:13,}", end="")
    print(f"{_row['bytes on disk']:14,}")
print(f"bert-base's file, with today's names: {bytes_with_names_of_today:,}", end="; ")
print(f"with LayerNorm.gamma and .beta, as on the hub: {bytes_with_names_of_2018:,}")
assert bytes_with_names_of_2018 == PUBLISHED_BYTES, f"{bytes_with_names_of_2018:,}"
