"""A `BertForPreTraining` loaded from all-MiniLM-L6-v2, a file without heads, gets the whole encoder; both heads are newly initialised, with random matrices and zero biases."""

import logging

import torch
from huggingface_hub import hf_hub_download
from safetensors.torch import load_file
from transformers import BertForPreTraining, BertModel

scope = "checkpoint"
decides = "new parameters:"

encoder_only = "sentence-transformers/all-MiniLM-L6-v2"

torch.manual_seed(0)
model, report = BertForPreTraining.from_pretrained(
    encoder_only, output_loading_info=True
)
_in_class = model.state_dict()
# `named_parameters` gives each Parameter once: under another name it counts as none.
_counts = {name: parameter.numel() for name, parameter in model.named_parameters()}
_in_file = load_file(hf_hub_download(encoder_only, "model.safetensors"))
_in_file = {f"bert.{name}": t.to(model.device) for name, t in _in_file.items()}


def compare(name):
    file, loaded = _in_file.get(name), _in_class.get(name)
    if file is None:
        difference = "only in the class"
    elif loaded is None:
        difference = "only in the file"
    else:
        difference = "same" if torch.equal(file, loaded) else "differs"
    return {
        "key": name,
        "in the file": [] if file is None else list(file.shape),
        "in the class": [] if loaded is None else list(loaded.shape),
        "parameters": _counts.get(name, 0),
        "diff": difference,
    }


_rows = [compare(name) for name in sorted(_in_class.keys() | _in_file.keys())]
differing_keys = [row for row in _rows if row["diff"] != "same"]
loaded_keys = [
    {"key": row["key"], "shape": row["in the class"]}
    for row in _rows
    if row["diff"] == "same"
]
missing = [row["key"] for row in differing_keys if row["diff"] == "only in the class"]
only_in_file = [
    row["key"] for row in differing_keys if row["diff"] == "only in the file"
]
reported_missing = sorted(report["missing_keys"])
parameters = {
    "all": sum(_counts.values()),
    "new": sum(_counts.get(name, 0) for name in missing),
}
parameters["new_share"] = parameters["new"] / parameters["all"]
count = {
    "loaded": len(loaded_keys),
    "missing": len(missing),
    "reported": len(reported_missing),
}

logging.disable(logging.CRITICAL)  # the report has been shown
torch.manual_seed(1)
_again = BertForPreTraining.from_pretrained(encoder_only).state_dict()
other_with_another_seed = [
    name for name in reported_missing if not torch.equal(_again[name], _in_class[name])
]
zero = [name for name in reported_missing if not _in_class[name].any()]
_, _as_encoder = BertModel.from_pretrained(encoder_only, output_loading_info=True)
missing_without_heads = sorted(_as_encoder["missing_keys"])

print()
print("tensors equal to the file's:", count["loaded"])
print("new parameters:", parameters["new"], "of", parameters["all"])
print("only in the file, and not reported:", *only_in_file)
print("other values with another seed:", *other_with_another_seed, sep="\n  ")
print("all zero:", *zero, sep="\n  ")
print("missing when it is loaded as BertModel:", len(missing_without_heads))
assert count["loaded"] == len(_in_file) - len(only_in_file)
# One key is in the class alone and not reported: it is tied to the embedding.
assert sorted({*reported_missing, "cls.predictions.decoder.weight"}) == missing
assert only_in_file == ["bert.embeddings.position_ids"]
assert not report["unexpected_keys"]
assert other_with_another_seed == [
    "cls.predictions.transform.dense.weight",
    "cls.seq_relationship.weight",
]
assert zero == [name for name in reported_missing if name.endswith("bias")]
assert parameters["new_share"] < 0.02
assert missing_without_heads == []
