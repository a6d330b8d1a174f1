"""`save_pretrained` refuses two names of one matrix that the class does not declare. Named in `_tied_weights_keys`, the pair is saved, and loaded as one."""

import tempfile

import torch
from transformers import BertConfig, BertModel, BertPreTrainedModel

scope = "library"
decides = "not declared:"

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


class Undeclared(BertPreTrainedModel):
    """BERT with two layers more, which share their matrix."""

    def __init__(self, config):
        super().__init__(config)
        self.bert = BertModel(config, add_pooling_layer=False)
        self.left = torch.nn.Linear(config.hidden_size, config.hidden_size)
        self.right = torch.nn.Linear(config.hidden_size, config.hidden_size)
        self.right.weight = self.left.weight
        self.post_init()


class Declared(Undeclared):
    """The same, and the tie has its name."""

    _tied_weights_keys = {"right.weight": "left.weight"}  # noqa: RUF012


def saved_and_loaded(model):
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        return type(model).from_pretrained(folder)


message = ""
try:
    saved_and_loaded(Undeclared(config))
except RuntimeError as _error:
    message = str(_error).partition(" [")[0]
_model = Declared(config)
_again = saved_and_loaded(_model)
one_when_loaded = _again.right.weight is _again.left.weight
the_saved_values = torch.equal(_again.right.weight, _model.left.weight)

print("not declared:", message)
print(f"declared: one {one_when_loaded}, the saved values {the_saved_values}")
assert "contained shared tensors" in message, "it is saved without a declaration"
assert one_when_loaded, "declared and loaded, they are two"
assert the_saved_values, "declared and loaded, it has other values"
