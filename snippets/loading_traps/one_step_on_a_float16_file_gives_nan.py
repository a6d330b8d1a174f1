"""To train from a float16 file, load it with `dtype=torch.float32`: loaded as it is, it gives NaN after one step of `torch.optim.AdamW` with its defaults. With `fused=True` the step gives none. Both models give the same vectors when they are saved and loaded."""

import tempfile

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "way: as loaded"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
_token_ids = torch.tensor([[2, 5, 7, 3]])


def row(way, load, step):
    """One step; then what the model holds, and gives when it is saved and loaded."""
    with tempfile.TemporaryDirectory() as folder:
        BertModel(config).half().save_pretrained(folder)
        model = BertModel.from_pretrained(folder, **load).eval()
        model(_token_ids).pooler_output.float().square().mean().backward()
        before = [p.detach().clone() for p in model.parameters()]
        torch.optim.AdamW(model.parameters(), lr=0.01, **step).step()
        after = list(model.parameters())
        model.save_pretrained(folder)
        again = BertModel.from_pretrained(folder).eval()
    return {
        "way": way,
        "NaN": any(p.isnan().any().item() for p in after),
        "moved": any(not p.equal(q) for p, q in zip(before, after, strict=True)),
        "same vectors": torch.equal(again(_token_ids)[0], model(_token_ids)[0]),
    }


ways = [
    row("as loaded", {}, {}),
    row("dtype named", {"dtype": torch.float32}, {}),
    row("fused", {}, {"fused": True}),
]
trap = [
    {
        "you do": "train a float16 file as it is loaded",
        "what happens": "problem: NaN after one step of `torch.optim.AdamW`",
        "do instead": "say `dtype=torch.float32`",
    }
]

for _row in ways:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_nan, _moved = [_row["NaN"] for _row in ways], [_row["moved"] for _row in ways]
_same = [_row["same vectors"] for _row in ways]
assert _nan == [True, False, False], f"NaN: {_nan}"
assert all(_moved), f"the step moves something: {_moved}"
assert _same == [False, True, True], f"the same vectors, saved and loaded: {_same}"
