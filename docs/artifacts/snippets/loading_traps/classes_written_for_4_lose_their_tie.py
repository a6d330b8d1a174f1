"""A class that ties as transformers 4 let it fails to load, or gets a random decoder: its tied keys are a list, or not named at all, or its `tie_weights` takes no argument."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

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
classes = []
with tempfile.TemporaryDirectory() as _folder:
    BertForMaskedLM(config).save_pretrained(_folder)
    for _class in (Listed, Unnamed, OwnTieWeights, DictOfKeys):
        try:
            _model, _report = _class.from_pretrained(_folder, output_loading_info=True)
        except (AttributeError, TypeError) as error:
            outcome = f"problem: {type(error).__name__}: {error}"
        else:
            _words = _model.bert.embeddings.word_embeddings.weight
            _tied = _model.cls.predictions.decoder.weight is _words
            _new = any("decoder.weight" in key for key in _report["missing_keys"])
            outcome = "fine: tied" if _tied else f"problem: untied, decoder new: {_new}"
        classes.append({"class": _class.__name__, "outcome": outcome})

for _row in classes:
    print(f"{_row['class']:14} {_row['outcome']}")
_outcome = {row["class"]: row["outcome"] for row in classes}
assert _outcome["DictOfKeys"] == "fine: tied", _outcome["DictOfKeys"]
_fine = [name for name, outcome in _outcome.items() if outcome.startswith("fine")]
assert _fine == ["DictOfKeys"], f"these load, tied: {', '.join(_fine)}"
