"""If a projection after BERT is UNEXPECTED, such as `1.linear.weight`, make that layer again, load it, and apply it with its activation to BERT's vectors. That gives the trained model's vectors, also saved and loaded again. A SentenceTransformer's Dense layer is such a projection; the program has one with a tanh, after the mean of the tokens. Without the activation the vectors are others."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "with the projection and"

logging.disable(logging.CRITICAL)  # the projection would be reported
torch.manual_seed(0)
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_token_ids = torch.tensor([[2, 5, 7, 3], [2, 9, 8, 3]])
_bert = BertModel(BertConfig.from_dict(_sizes)).eval()
_dense = torch.nn.Linear(16, 8)
_names = {"1.linear.weight": _dense.weight.data, "1.linear.bias": _dense.bias.data}


def _mean(_model):
    return _model(_token_ids)[0].detach().mean(dim=1)


with tempfile.TemporaryDirectory() as _here:
    _bert.save_pretrained(_here)  # writes the configuration
    _file = Path(_here, "pytorch_model.bin")
    Path(_here, "model.safetensors").unlink(missing_ok=True)
    torch.save({**_bert.state_dict(), **_names}, _file)
    _loaded, _report = BertModel.from_pretrained(_here, output_loading_info=True)
    _tensors = torch.load(_file, map_location="cpu", weights_only=True)

_projection = torch.nn.Linear(16, 8)
_untrained = torch.tanh(_projection(_mean(_loaded.eval())))
_projection.load_state_dict(
    {name: _tensors[f"1.linear.{name}"] for name in ("weight", "bias")}
)
with tempfile.TemporaryDirectory() as _here:
    _saved = Path(_here, "projection.pt")
    torch.save(_projection.state_dict(), _saved)
    _again = torch.nn.Linear(16, 8)
    _again.load_state_dict(torch.load(_saved, map_location="cpu", weights_only=True))

_wanted = torch.tanh(_dense(_mean(_bert)))
_vectors = {
    "with the projection and its tanh": torch.tanh(_projection(_mean(_loaded))),
    "saved and loaded again": torch.tanh(_again(_mean(_loaded))),
    "without the tanh": _projection(_mean(_loaded)),
    "with an untrained projection": _untrained,
}
_same = {
    _name: torch.allclose(_v, _wanted, atol=1e-6) for _name, _v in _vectors.items()
}
print("unexpected:", *sorted(_report["unexpected_keys"]))
for _name, _is_same in _same.items():
    print(f"{_name}, the trained model's vectors: {_is_same}")
assert sorted(_report["unexpected_keys"]) == sorted(_names), _report
assert list(_same.values()) == [True, True, False, False], _same
