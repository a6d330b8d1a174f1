"""A class whose `__init__` does not end with `self.post_init()` cannot load. With that line it loads the same file whole, and saves it again."""

import tempfile

import torch
from transformers import BertConfig, BertModel, BertPreTrainedModel

scope = "library"
decides = "Bare:"


class Bare(BertPreTrainedModel):
    """A class of your own, as tutorials for transformers 3 have it."""

    def __init__(self, config):
        super().__init__(config)
        self.bert = BertModel(config)


class Finished(Bare):
    """The same with one line more."""

    def __init__(self, config):
        super().__init__(config)
        self.post_init()


torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertModel(config)
_parameters = list(model.parameters())
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    try:
        Bare.from_pretrained(_folder)
        error = "none"
    except AttributeError as _error:
        error = str(_error)
    finished = Finished.from_pretrained(_folder)
with tempfile.TemporaryDirectory() as _folder:
    finished.save_pretrained(_folder)
    again = Finished.from_pretrained(_folder)
_both = [list(one.bert.parameters()) for one in (finished, again)]
whole = [
    all(p.equal(q) for p, q in zip(one, _parameters, strict=True)) for one in _both
]

print("Bare:", error)
print("Finished, and once more saved and loaded: whole", whole)
_no_ties = "'Bare' object has no attribute 'all_tied_weights_keys'"
assert error == _no_ties, f"Bare: {error}"
assert whole == [True, True], f"Finished: {whole}"
