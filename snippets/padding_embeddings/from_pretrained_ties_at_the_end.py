"""A BERT made from its configuration is tied when its `__init__` ends. Inside `from_pretrained` it is not: there the tie is made after the file is loaded."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM, logging

scope = "library"
decides = "inside from_pretrained"

logging.set_verbosity_error()
tied_when_init_ends = []


def is_tied(model):
    decoder = model.cls.predictions.decoder
    return decoder.weight is model.bert.embeddings.word_embeddings.weight


class Watched(BertForMaskedLM):
    """Notes whether it is tied when its `__init__` ends."""

    def __init__(self, config):
        super().__init__(config)  # it ends in post_init
        tied_when_init_ends.append(is_tied(self))


torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
_fresh = Watched(config)
with tempfile.TemporaryDirectory() as _folder:
    _fresh.save_pretrained(_folder)
    _loaded = Watched.from_pretrained(_folder)
from_the_configuration, inside_from_pretrained = tied_when_init_ends
tied_after_from_pretrained = is_tied(_loaded)

print("tied when __init__ ends, from the configuration:", from_the_configuration)
print("tied when __init__ ends, inside from_pretrained:", inside_from_pretrained)
print("tied when from_pretrained returns:", tied_after_from_pretrained)
assert from_the_configuration, "not tied by __init__"
assert not inside_from_pretrained, "already tied by __init__"
assert tied_after_from_pretrained, "not tied by from_pretrained"
