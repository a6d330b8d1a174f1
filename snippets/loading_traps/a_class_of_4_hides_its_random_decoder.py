"""A class that lists its decoder in `_keys_to_ignore_on_load_missing`, as `BertForMaskedLM` once did, loads with a random decoder, and nothing is said. This is so if it names no tied keys. What it saves is untied in today's class. With RoBERTa's lists of the time the random decoder is not saved, either, and the next load draws another. Without the list the two keys are named as missing."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM, BertModel, BertPreTrainedModel
from transformers.models.bert.modeling_bert import BertOnlyMLMHead

scope = "library"
decides = "ListsOfBert:"

_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library = logging.getLogger("transformers")
_library.handlers = [_handler]
_library.setLevel("WARNING")
_weight, _bias = "cls.predictions.decoder.weight", "cls.predictions.decoder.bias"


class WithoutLists(BertPreTrainedModel):
    """A class of its own, with the parts of `BertForMaskedLM` and no tied keys."""

    def __init__(self, config):
        super().__init__(config)
        self.bert = BertModel(config, add_pooling_layer=False)
        self.cls = BertOnlyMLMHead(config)
        self.post_init()

    def get_output_embeddings(self):  # noqa: D102
        return self.cls.predictions.decoder


class ListsOfBert(WithoutLists):
    """The list of `BertForMaskedLM` in transformers 4.26.1 to 4.30.2."""

    _keys_to_ignore_on_load_missing = (
        "position_ids",
        "predictions.decoder.bias",
        _weight,
    )


class ListsOfRoberta(ListsOfBert):
    """The same, and a list for saving, as `RobertaForMaskedLM` had."""

    _keys_to_ignore_on_save = (_weight, _bias)


torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned one
_token_ids = torch.tensor([[2, 5, 7, 3]])


def logits(one):
    with torch.no_grad():
        return one.cls.predictions(one.bert(_token_ids)[0])


def load(model_class, saved):
    """Save a model, load it, and return it with what is said to be wrong."""
    with tempfile.TemporaryDirectory() as folder:
        saved.save_pretrained(folder)
        _said.clear()
        loaded, report = model_class.from_pretrained(folder, output_loading_info=True)
    named = set().union(*(report[kind] for kind in report))
    return loaded.eval(), sorted(named), len(_said)


classes = []
for one in (WithoutLists, ListsOfBert, ListsOfRoberta):
    loaded, named, lines = load(one, model)
    right = torch.allclose(logits(loaded), logits(model), atol=1e-5)
    assert not right, "the decoder is tied"
    today, named_today, _ = load(BertForMaskedLM, loaded)
    decoder, words = (
        today.cls.predictions.decoder,
        today.bert.embeddings.word_embeddings,
    )
    again = load(one, loaded)[0]
    classes.append(
        {
            "class": one.__name__,
            "keys named": len(named),
            "messages": lines,
            "right logits": right,
            "loaded again, as saved": torch.equal(logits(again), logits(loaded)),
            "tied in today's class": decoder.weight is words.weight,
            "keys named there": len(named_today),
        }
    )
trap = [
    {
        "you do": "load a class with the decoder in `_keys_to_ignore_on_load_missing`",
        "what happens": "problem: the decoder is random; nothing is said",
        "do instead": "delete the list, and name the ties in a dict",
    }
]

for _row in classes:
    _name, *_rest = _row.items()
    print(f"{_name[1]}:", *(f"{key} {value}" for key, value in _rest), sep="; ")
_plain, _bert, _roberta = (list(row.values())[1:] for row in classes)
assert _plain[:3] == [2, 1, False], f"without lists: {_plain}"
assert _bert == [0, 0, False, True, False, 0], f"BERT's list: {_bert}"
assert _roberta == [0, 0, False, False, True, 0], f"RoBERTa's lists: {_roberta}"
