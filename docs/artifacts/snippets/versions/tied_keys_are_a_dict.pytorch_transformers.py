"""The class names its ties as a dict from each tied key to its source."""

import torch
from pytorch_transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "('cls.predictions.decoder.weight'"

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
model = BertForPreTraining(config)
of_the_model = model.state_dict().keys()
ties = getattr(model, "_tied_weights_keys", None)
kind = type(ties).__name__
pairs = ties.items() if hasattr(ties, "items") else []
named = [(tied, source) for tied, source in pairs if {tied, source} <= of_the_model]

print(kind, "with pairs of keys of the model:", *named, sep="\n  ")
assert named, (
    "the class names no ties"
    if ties is None
    else "the names are a list without sources"
)
