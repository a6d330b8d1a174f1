"""A `.bin` that has the matrix and the bias under both names gives the right logits when it is loaded untied. But the two matrices share memory: training keeps them equal, and after a save the next load has another decoder. Clones of matrix and bias prevent both."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
needs_cpu = "loaded to a GPU, each name gets memory of its own"
decides = "cloned: nothing"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_token_ids = torch.tensor([[2, 5, 7, 3]])


def load_untied(clones):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(model.state_dict(), Path(folder, "pytorch_model.bin"))
        loaded = BertForMaskedLM.from_pretrained(folder, tie_word_embeddings=False)
    decoder = loaded.eval().cls.predictions.decoder
    for name in {*clones} & {"weight", "bias"}:
        setattr(decoder, name, torch.nn.Parameter(getattr(decoder, name).clone()))
    return loaded


def matrices(loaded):
    output = loaded.cls.predictions.decoder.weight
    return output, loaded.bert.embeddings.word_embeddings.weight


def same_after_saving(loaded):
    with tempfile.TemporaryDirectory() as folder:
        loaded.save_pretrained(folder)
        again = type(loaded).from_pretrained(folder).eval()
    return torch.allclose(again(_token_ids)[0], loaded(_token_ids)[0], atol=1e-4)


loads = []
for _clones in (["nothing"], ["weight"], ["weight", "bias"]):
    _loaded = load_untied(_clones)
    _logits = _loaded(_token_ids)[0]
    _row = {"cloned": " and ".join(_clones)}
    _row["right logits"] = torch.allclose(_logits, model(_token_ids)[0], atol=1e-4)
    _row["same after saving"] = same_after_saving(_loaded)
    _output, _words = matrices(_loaded)
    _row["one Parameter"] = _output is _words
    _logits.square().sum().backward()
    torch.optim.AdamW(_loaded.parameters()).step()
    _row["equal after training"] = _output.equal(_words)
    loads.append(_row)
trap = [
    {
        "you do": "load a `.bin` with both names of each tie untied, and save it",
        "what happens": "problem: no key is missing; the next load has another decoder",
        "do instead": "untie with clones of matrix and bias",
    }
]

for _row in loads:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_right = [_row["right logits"] for _row in loads]
_one = [_row["one Parameter"] for _row in loads]
_equal = [_row["equal after training"] for _row in loads]
_same = [_row["same after saving"] for _row in loads]
assert all(_right), f"right logits: {_right}"
assert not any(_one), f"one Parameter: {_one}"
assert _equal == [True, False, False], f"equal after training: {_equal}"
assert _same == [False, False, True], f"same after saving: {_same}"
