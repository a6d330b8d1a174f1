"""safetensors' `save_model` writes a tied BERT without the decoder's names; `load_model` and `from_pretrained` fill a tied model from it."""

import tempfile
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file, load_model, save_model
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "load_model and from_pretrained"

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
_before = model(_token_ids)[0]


def tie_of(model):
    head, words = model.cls.predictions, model.bert.embeddings.word_embeddings
    return head.decoder.weight is words.weight, head.decoder.bias is head.bias


with tempfile.TemporaryDirectory() as _folder:
    _path = str(Path(_folder, "model.safetensors"))
    save_model(model, _path)
    Path(_folder, "config.json").write_text(config.to_json_string())
    with safe_open(_path, "pt") as _file:
        dropped_for = dict(sorted((_file.metadata() or {}).items()))
        _names = set(_file.keys())
    dropped = sorted(set(model.state_dict()) - _names)
    tied = BertForMaskedLM(config).eval()
    load_model(tied, _path)
    _filled = torch.equal(tied(_token_ids)[0], _before)
    loaded = BertForMaskedLM.from_pretrained(_folder).eval()
    refusals = {}
    config.tie_word_embeddings = False
    untied = BertForMaskedLM(config)
    for _what, _fill in (
        ("load_model into an untied model", lambda: load_model(untied, _path)),
        ("load_state_dict", lambda: tied.load_state_dict(load_file(_path))),
    ):
        try:
            _fill()
        except RuntimeError as _error:
            refusals[_what] = (
                "Missing key(s)" if "Missing key" in str(_error) else "other"
            )

_ties = [tie_of(tied), tie_of(loaded)]
_same = [_filled, torch.equal(loaded(_token_ids)[0], _before)]
row = [
    {
        "operation": "safetensors `save_model`, `load_model`",
        "still one object": "yes" if tie_of(model)[0] else "problem: no",
        "bias alias": "yes" if tie_of(model)[1] else "problem: no",
        "logits": "unchanged"
        if torch.equal(model(_token_ids)[0], _before)
        else "changed",
        "after saving and loading": "fine: tied, same logits"
        if all(map(all, _ties)) and all(_same)
        else "problem: not the same model",
        "do": "`load_model` into a model that is tied",
    }
]

print("dropped:", *dropped, sep="\n  ")
print(
    "the file's metadata:", *(f"{a} is {b}" for a, b in dropped_for.items()), sep="\n  "
)
print("load_model and from_pretrained: tied", _ties, "same logits", _same)
print("refused:", refusals)
_decoder = ["cls.predictions.decoder.bias", "cls.predictions.decoder.weight"]
assert sorted(dropped_for) == dropped == _decoder, f"dropped: {dropped}"
assert all(map(all, _ties)) and all(_same), f"tied: {_ties}, same logits: {_same}"
assert list(refusals.values()) == ["Missing key(s)"] * 2, f"refused: {refusals}"
