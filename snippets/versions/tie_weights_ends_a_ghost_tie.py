"""Call `tie_weights()` to end a ghost tie: two Parameters that share memory become one again. Saving and loading ends it, too."""

import tempfile

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_transformers",)
scope = "library"
decides = "after tie_weights()"

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
embedding = model.bert.embeddings.word_embeddings
decoder = model.cls.predictions.decoder
decoder.weight = torch.nn.Parameter(embedding.weight.data)


def are_one(a_model):
    words = a_model.bert.embeddings.word_embeddings
    return a_model.cls.predictions.decoder.weight is words.weight


one_as_a_ghost = are_one(model)
one_memory_as_a_ghost = decoder.weight.data_ptr() == embedding.weight.data_ptr()
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    one_after_loading = are_one(BertForPreTraining.from_pretrained(_folder))
model.tie_weights()
one_after_tie_weights = are_one(model)

print("a ghost tie: one Parameter", one_as_a_ghost, end=", ")
print("one memory", one_memory_as_a_ghost)
print("one Parameter after tie_weights():", one_after_tie_weights)
print("one Parameter after saving and loading:", one_after_loading)
assert one_memory_as_a_ghost, "two matrices, each in memory of its own"
assert not one_as_a_ghost, "no ghost: one Parameter"
assert one_after_tie_weights, "tie_weights() leaves two Parameters"
assert one_after_loading, "saved and loaded, they are two Parameters"
