"""A class that ties as transformers 4 let it fails to load, or gets a random decoder: its tied keys are a list, misspelt, mapped to themselves or not named at all, or its `tie_weights` takes no argument. Where one loads, its decoder is reported as missing."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM, BertPreTrainedModel

_ties = {
    "cls.predictions.decoder.weight": "bert.embeddings.word_embeddings.weight",
    "cls.predictions.decoder.bias": "cls.predictions.bias",
}


class Listed(BertForMaskedLM):
    """Its tied keys are a list, as until transformers 4."""

    _tied_weights_keys = list(_ties)  # noqa: RUF012


class Unnamed(BertForMaskedLM):
    """It relies on `get_output_embeddings`, and names no tied keys."""

    _tied_weights_keys = None


class Misspelt(BertPreTrainedModel):
    """A class of its own, whose `_tied_weights_keys` lost the underscore."""

    tied_weights_keys = _ties

    def __init__(self, config):
        super().__init__(config)
        _parts = BertForMaskedLM(config)
        self.bert, self.cls = _parts.bert, _parts.cls
        self.post_init()

    def get_output_embeddings(self):  # noqa: D102
        return self.cls.predictions.decoder


class OfItself(BertForMaskedLM):
    """A list made a dict in haste: each tied key is its own source."""

    _tied_weights_keys = {key: key for key in _ties}  # noqa: RUF012


class OwnTieWeights(BertForMaskedLM):
    """Its `tie_weights` takes no argument."""

    def tie_weights(self):  # noqa: D102
        super().tie_weights()


class DictOfKeys(BertForMaskedLM):
    """Its tied keys are a dict, from each to its source."""

    _tied_weights_keys = _ties


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
_tried = (Listed, Unnamed, Misspelt, OfItself, OwnTieWeights, DictOfKeys)
classes, _missing = [], {}
with tempfile.TemporaryDirectory() as _folder:
    BertForMaskedLM(config).save_pretrained(_folder)
    for _class in _tried:
        try:
            _model, _report = _class.from_pretrained(_folder, output_loading_info=True)
        except (AttributeError, TypeError) as error:
            outcome = f"problem: {type(error).__name__}: {error}"
        else:
            _words = _model.bert.embeddings.word_embeddings.weight
            _tied = _model.cls.predictions.decoder.weight is _words
            _missing[_class.__name__] = sorted(_report["missing_keys"])
            _new = _missing[_class.__name__] == sorted(_ties)
            outcome = "fine: tied" if _tied else f"problem: untied, decoder new: {_new}"
        classes.append({"class": _class.__name__, "outcome": outcome})

for _row in classes:
    print(f"{_row['class']:14} {_row['outcome']}")
_outcome = {row["class"]: row["outcome"] for row in classes}
assert _outcome["DictOfKeys"] == "fine: tied", _outcome["DictOfKeys"]
_fine = [name for name, outcome in _outcome.items() if outcome.startswith("fine")]
assert _fine == ["DictOfKeys"], f"these load, tied: {', '.join(_fine)}"
for _name in ("Unnamed", "Misspelt", "OfItself"):
    assert _missing[_name] == sorted(_ties), f"{_name} misses {_missing[_name]}"
