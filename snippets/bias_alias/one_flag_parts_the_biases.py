"""`tie_word_embeddings=False` unties not only the matrix but also the output bias. The class ties the bias by a second entry in `_tied_weights_keys`, next to the matrix's, and the flag drops both."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "two biases"

torch.manual_seed(0)
entries = getattr(BertForMaskedLM, "_tied_weights_keys", None)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
one_bias = {}
for _tied in (True, False):
    config.tie_word_embeddings = _tied
    head = BertForMaskedLM(config).cls.predictions
    one_bias[f"tie_word_embeddings {_tied}"] = head.decoder.bias is head.bias

print("the class's ties:", entries)
for _flag, _one in one_bias.items():
    print(_flag, "one bias" if _one else "two biases", sep=": ", end="; ")
assert entries == {
    "cls.predictions.decoder.weight": "bert.embeddings.word_embeddings.weight",
    "cls.predictions.decoder.bias": "cls.predictions.bias",
}, f"the entries are {entries}"
assert one_bias["tie_word_embeddings True"], "tied, it has two biases"
assert not one_bias["tie_word_embeddings False"], "untied, it still has one bias"
