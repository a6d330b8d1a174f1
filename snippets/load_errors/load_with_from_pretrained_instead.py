"""If names differ only by `gamma`, `beta` or `position_ids`, `from_pretrained` reads them; under `module.` it raises nothing, and the whole model is random. It needs a folder with the weights and a `config.json`. A head that the file lacks is new, and reported as missing."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForSequenceClassification, BertModel

scope = "library"
decides = "from_pretrained:"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_config = BertConfig(vocab_size=50, intermediate_size=24, **_sizes)
_trained = BertModel(_config)
for _parameter in _trained.parameters():
    torch.nn.init.normal_(_parameter)  # nothing at a value that a fresh model has
_old = {
    f"bert.{_name}".replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): _tensor
    for _name, _tensor in _trained.state_dict().items()
}
_old["bert.embeddings.position_ids"] = torch.arange(512).expand(1, -1)


def _like_the_trained(_model):
    _own = _model.bert.state_dict()
    return all(torch.equal(_own[_k], _t) for _k, _t in _trained.state_dict().items())


try:
    BertForSequenceClassification(_config).load_state_dict(_old)
    _error = "it loads"
except RuntimeError as _raised:
    _error = str(_raised)
with tempfile.TemporaryDirectory() as _here:
    _mine, _new = Path(_here, "mine"), Path(_here, "new")
    _config.save_pretrained(_mine)
    torch.save(_old, Path(_mine, "pytorch_model.bin"))
    _model, _report = BertForSequenceClassification.from_pretrained(
        _mine, output_loading_info=True
    )
    _model.save_pretrained(_new)
    _again, _second = BertForSequenceClassification.from_pretrained(
        _new, output_loading_info=True
    )
    _prefixed = Path(_here, "prefixed")
    _config.save_pretrained(_prefixed)
    torch.save(
        {f"module.{_name}": _tensor for _name, _tensor in _old.items()},
        Path(_prefixed, "pytorch_model.bin"),
    )
    _random, _third = BertForSequenceClassification.from_pretrained(
        _prefixed, output_loading_info=True
    )
_lost = {*_third["missing_keys"]} >= {*dict(_random.named_parameters())}
_missing = sorted(_report["missing_keys"])
_same_head = torch.equal(_again.classifier.weight, _model.classifier.weight)

print("load_state_dict:", " ".join(_error.split())[:75])
print("from_pretrained: missing:", _missing, "the body:", _like_the_trained(_model))
print("saved and loaded again: missing:", sorted(_second["missing_keys"]))
print("under module.: everything is missing:", _lost)
assert _lost, "from_pretrained removes module."
assert not _like_the_trained(_random)
assert "Error(s) in loading state_dict for BertForSequenceClass" in _error, _error
assert '"bert.embeddings.position_ids"' in _error, _error
assert "Missing key(s)" in _error and "Unexpected key(s)" in _error, _error
assert _missing == ["classifier.bias", "classifier.weight"], _missing
assert _like_the_trained(_model), "the body is not the file's"
assert not _second["missing_keys"] and _same_head, "the head was not saved"
assert _like_the_trained(_again), "saved and loaded, the body is another"
