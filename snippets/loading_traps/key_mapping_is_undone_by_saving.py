"""A prefix that `key_mapping` removes on loading is added again by `save_pretrained`, so the next load without `key_mapping` leaves the weights random. Saved from a fresh model with the same values, or renamed in the file, it loads right."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "way: key_mapping"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertModel(config).eval()
_token_ids = torch.tensor([[2, 5, 7, 3]])
_vectors = model(_token_ids)[0]


def loaded(tensors, **options):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(tensors, Path(folder, "pytorch_model.bin"))
        return BertModel.from_pretrained(folder, **options).eval()


def row(way, one):
    """Whether the vectors are right, and still are when it is saved and loaded."""
    with tempfile.TemporaryDirectory() as folder:
        one.save_pretrained(folder)
        again = BertModel.from_pretrained(folder).eval()
    right = [
        torch.allclose(x(_token_ids)[0], _vectors, atol=1e-4) for x in (one, again)
    ]
    return {"way": way, "right vectors": right[0], "saved and loaded": right[1]}


_file = {f"module.{name}": value for name, value in model.state_dict().items()}
mapped = loaded(_file, key_mapping={"^module\\.": ""})
fresh = BertModel(config).eval()
fresh.load_state_dict(mapped.state_dict())
_renamed = {key.removeprefix("module."): value for key, value in _file.items()}
ways = [
    row("as it is", loaded(_file)),
    row("key_mapping", mapped),
    row("into a fresh model", fresh),
    row("renamed in the file", loaded(_renamed)),
]
trap = [
    {
        "you do": "take a wrong prefix off with `key_mapping`, and save",
        "what happens": "problem: the file has the prefix again; next load: random",
        "do instead": "save a fresh model with the same values",
    }
]

for _row in ways:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_right = [_row["right vectors"] for _row in ways]
_after = [_row["saved and loaded"] for _row in ways]
assert _right == [False, True, True, True], f"right vectors: {_right}"
assert _after == [False, False, True, True], f"saved and loaded: {_after}"
