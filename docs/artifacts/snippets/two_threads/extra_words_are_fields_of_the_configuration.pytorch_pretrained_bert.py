"""`num_labels=3` changes the configuration, and `BertForSequenceClassification` is made from that alone: it refuses another word, and an input by position."""

import logging
import tempfile
from pathlib import Path

import torch
from pytorch_pretrained_bert import BertConfig, BertForSequenceClassification

logging.getLogger("pytorch_pretrained_bert").setLevel(
    logging.ERROR
)  # no load reports here
config = BertConfig(
    100,
    hidden_size=16,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=32,
)
_file = BertForSequenceClassification(config, 2).state_dict()
_file = {key: t for key, t in _file.items() if not key.startswith("classifier")}
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "bert_config.json").write_text(config.to_json_string())
    torch.save(_file, Path(_folder, "pytorch_model.bin"))

    def load(*inputs, **kwargs):
        return BertForSequenceClassification.from_pretrained(_folder, *inputs, **kwargs)

    def refused(*inputs, **kwargs):
        try:
            load(*inputs, **kwargs)
        except TypeError as error:
            return str(error)
        return ""

    model = load(num_labels=3)
    as_a_position, as_another_word = refused("three"), refused(mine="three")
outputs = model.classifier.out_features
in_the_configuration = getattr(model.config, "num_labels", None)

print("outputs of the classifier:", outputs)
print("num_labels in the model's configuration:", in_the_configuration)
print("as a position:", as_a_position or "it is taken")
print("another word:", as_another_word or "it is taken")
given_in_vain = [word for word in (as_a_position, as_another_word) if not word]
assert outputs == in_the_configuration == 3 and not given_in_vain, (
    "any other word is taken" if as_a_position else "a position is taken"
)
