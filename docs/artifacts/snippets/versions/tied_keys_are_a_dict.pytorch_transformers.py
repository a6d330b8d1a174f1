"""The class names its ties as a dict from each tied key to its source."""

import torch
from pytorch_transformers import BertConfig, BertForPreTraining

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
tied_keys = getattr(BertForPreTraining(config), "_tied_weights_keys", None)
kind = type(tied_keys).__name__ if tied_keys is not None else "nothing"

print(kind, tied_keys)
assert kind != "nothing", "the class names no ties"
assert isinstance(tied_keys, dict), f"the names are a {kind} without sources"
