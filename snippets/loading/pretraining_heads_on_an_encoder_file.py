"""Loading an encoder-only file as `BertForPreTraining` loads every encoder tensor and makes both heads at random."""

from huggingface_hub import hf_hub_download
from safetensors import safe_open
from transformers import BertForPreTraining, BertModel

encoder_only = "sentence-transformers/all-MiniLM-L6-v2"

model, report = BertForPreTraining.from_pretrained(
    encoder_only, output_loading_info=True
)
_in_class = {name: tuple(tensor.shape) for name, tensor in model.state_dict().items()}
with safe_open(hf_hub_download(encoder_only, "model.safetensors"), "pt") as file:
    _in_file = {
        "bert." + name: tuple(file.get_slice(name).get_shape()) for name in file.keys()
    }


def compare(name):
    shapes = {
        "in the file": _in_file.get(name, ()),
        "in the class": _in_class.get(name, ()),
    }
    alone = (
        "only in the class"
        if name not in _in_file
        else "only in the file"
        if name not in _in_class
        else ""
    )
    return {
        "key": name,
        **shapes,
        "diff": alone or ("same" if _in_file[name] == _in_class[name] else "differs"),
    }


_rows = [compare(name) for name in sorted(_in_class.keys() | _in_file.keys())]
differing_keys = [row for row in _rows if row["diff"] != "same"]
loaded_keys = [row for row in _rows if row["diff"] == "same"]

missing = [row["key"] for row in differing_keys if row["diff"] == "only in the class"]
only_in_file = [
    row["key"] for row in differing_keys if row["diff"] == "only in the file"
]
reported_missing = sorted(report["missing_keys"])
unreported = sorted(set(missing) - set(reported_missing))
count = {
    "loaded": len(loaded_keys),
    "missing": len(missing),
    "only_in_file": len(only_in_file),
}
as_encoder = BertModel.from_pretrained(encoder_only, output_loading_info=True)[1]
missing_without_heads = sorted(as_encoder["missing_keys"])

print()
print("tensors loaded:", count["loaded"])
print(
    "only in the class:", count["missing"], "only in the file:", count["only_in_file"]
)
print("only in the class, yet not reported missing:", *unreported)
print("missing when it is loaded as BertModel:", len(missing_without_heads))
print("only in the file, yet not reported unexpected:", *only_in_file)
assert missing_without_heads == []
assert all(name.startswith("cls.") for name in missing)
assert unreported == [
    "cls.predictions.decoder.weight"
]  # tied to the embedding, which is there
assert (
    only_in_file == ["bert.embeddings.position_ids"] and not report["unexpected_keys"]
)
