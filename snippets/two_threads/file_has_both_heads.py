"""The file holds both pre-training heads: `BertForPreTraining` has a place for every key of it. `BertForMaskedLM` has none for the NSP head and the pooler, and neither class adds a number of its own."""

import torch
from safetensors.torch import load_file
from transformers import BertForMaskedLM, BertForPreTraining, logging
from transformers.utils import cached_file

checkpoint = "pydoc-bert"
needs = ("bert", "mlm_head", "nsp_head")
scope = "checkpoint"
decides = "loaded:"

logging.set_verbosity_error()  # what the load reports say is in the tables
_in_file = {
    key.replace("gamma", "weight").replace("beta", "bias"): tensor  # 2018's names
    for key, tensor in load_file(cached_file(checkpoint, "model.safetensors")).items()
}


def compare(model):
    in_class = model.state_dict()
    rows, counted = [], set()
    for key in sorted(_in_file.keys() | in_class.keys()):
        file, loaded = _in_file.get(key), in_class.get(key)
        if file is None:
            difference = "only in the class"
        elif loaded is None:
            difference = "only in the file"
        else:
            same = torch.equal(file.to(loaded.device), loaded)
            difference = "same" if same else "differs"
        tensor = file if loaded is None else loaded
        storage, numbers = tensor.data_ptr(), tensor.numel()
        rows.append(
            {
                "key": key,
                "shape": list(tensor.shape),
                "parameters": 0 if storage in counted else numbers,  # an alias: none
                "diff": difference,
            }
        )
        counted.add(storage)
    return rows


def outside_the_encoder(rows):
    return [row for row in rows if row["key"].startswith(("bert.pooler", "cls."))]


def only_in(place, rows):
    return [row["key"] for row in rows if row["diff"] == f"only in the {place}"]


model = BertForPreTraining.from_pretrained(checkpoint)
children = [name for name, _ in model.named_children()]
heads = [name for name, _ in model.cls.named_children()]
_into_pretraining = compare(model)
_into_masked_lm = compare(BertForMaskedLM.from_pretrained(checkpoint))
with_pretraining = outside_the_encoder(_into_pretraining)
with_masked_lm = outside_the_encoder(_into_masked_lm)
equal_tensors = sum(row["diff"] == "same" for row in _into_pretraining)
tensors_in_the_file = len(_in_file)
nsp_weight_shape = _in_file["cls.seq_relationship.weight"].shape
nsp_bias = _in_file["cls.seq_relationship.bias"].tolist()
prediction_bias = _in_file["cls.predictions.bias"][:3].tolist()
prediction_bias_last = _in_file["cls.predictions.bias"][-3:].tolist()
no_place_in_masked_lm = only_in("file", _into_masked_lm)
new_numbers = sum(
    row["parameters"]
    for row in [*_into_pretraining, *_into_masked_lm]
    if row["diff"] == "only in the class"
)
counted_parameters = sum(row["parameters"] for row in _into_pretraining)
parameters = sum(parameter.numel() for parameter in model.parameters())

print("BertForPreTraining:", *children, "with, in cls:", *heads)
print(f"loaded: {equal_tensors} of the file's {tensors_in_the_file} tensors")
print("no place for them in BertForMaskedLM:", *no_place_in_masked_lm, sep="\n  ")
print("the NSP head in the file:", tuple(nsp_weight_shape), "and two biases:")
print("  ", *[f"{value:.4f}" for value in nsp_bias])
print("numbers that only a class has:", new_numbers)
assert equal_tensors == tensors_in_the_file
assert new_numbers == 0 and counted_parameters == parameters
assert children == ["bert", "cls"] and heads == ["predictions", "seq_relationship"]
assert no_place_in_masked_lm == [
    "bert.pooler.dense.bias",
    "bert.pooler.dense.weight",
    "cls.seq_relationship.bias",
    "cls.seq_relationship.weight",
]
