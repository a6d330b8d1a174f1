"""A class whose ties worked in transformers 4 fails to load if its tied keys are a list or its `tie_weights` takes no argument. If its tied keys are misspelt or not named at all, its decoder is random; mapped to themselves, the decoder has no values. Then the report says that it is missing, unless the class hides that key. With a dict of its ties, or a `tie_weights` that passes its arguments on, the class gives the file's logits, also saved and loaded again."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM, BertPreTrainedModel

scope = "library"
decides = "Unnamed        problem"

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

    def tie_weights(self):
        """For its own additions."""


class PassesOn(BertForMaskedLM):
    """Its `tie_weights` takes all arguments, and passes them on."""

    def tie_weights(self, **options):
        """For its own additions."""
        super().tie_weights(**options)


class DictOfKeys(BertForMaskedLM):
    """Its tied keys are a dict, from each to its source."""

    _tied_weights_keys = _ties


torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForMaskedLM(config).eval()
_bias = torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned one
_token_ids = torch.tensor([[2, 5, 7, 3]])


def same_logits(one):
    logits = one.cls.predictions(one.bert(_token_ids)[0])
    return torch.allclose(logits, model(_token_ids)[0], atol=1e-5)


def outcome(model_class):
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        try:
            loaded, report = model_class.from_pretrained(
                folder, output_loading_info=True
            )
        except (AttributeError, TypeError) as error:
            return f"problem: {type(error).__name__}: {error}"
        new = report["missing_keys"] == {*_ties}
        if any(parameter.is_meta for parameter in loaded.parameters()):
            return f"problem: no values; decoder reported as missing: {new}"
        right = same_logits(loaded.eval())
    with tempfile.TemporaryDirectory() as folder:
        loaded.save_pretrained(folder)
        again = same_logits(model_class.from_pretrained(folder).eval())
    what = f"right logits: {right}, again: {again}; decoder reported as missing: {new}"
    return f"{'fine' if right else 'problem'}: {what}"


_tried = (Listed, Unnamed, Misspelt, OfItself, OwnTieWeights, PassesOn, DictOfKeys)
classes = [{"class": one.__name__, "outcome": outcome(one)} for one in _tried]

trap = [
    {
        "you do": "load with a class that names its ties as in transformers 4",
        "what happens": "note: an error, or MISSING and a random decoder",
        "do instead": "name the ties in a dict",
    }
]
for _row in classes:
    print(f"{_row['class']:14} {_row['outcome']}")
_outcome = {row["class"]: row["outcome"] for row in classes}
_tied = "fine: right logits: True, again: True; decoder reported as missing: False"
_random = (
    "problem: right logits: False, again: False; decoder reported as missing: True"
)
_empty = "problem: no values; decoder reported as missing: True"
assert _outcome["DictOfKeys"] == _tied, _outcome["DictOfKeys"]
assert _outcome["PassesOn"] == _tied, _outcome["PassesOn"]
assert _outcome["Unnamed"] == _random, _outcome["Unnamed"]
assert _outcome["Misspelt"] == _random, _outcome["Misspelt"]
assert _outcome["OfItself"] == _empty, _outcome["OfItself"]
assert "'list' object" in _outcome["Listed"], _outcome["Listed"]
assert "unexpected keyword" in _outcome["OwnTieWeights"], _outcome["OwnTieWeights"]
