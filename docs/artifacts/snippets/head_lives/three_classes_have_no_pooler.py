"""`BertForMaskedLM`, `BertForTokenClassification` and `BertForQuestionAnswering` have no pooler, so a file saved from them has none."""

import torch
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertForMultipleChoice,
    BertForNextSentencePrediction,
    BertForPreTraining,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
)

ports = ("pytorch_transformers",)
scope = "library"

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
classes = [
    BertForPreTraining,
    BertForNextSentencePrediction,
    BertForSequenceClassification,
    BertForMultipleChoice,
    BertForMaskedLM,
    BertForTokenClassification,
    BertForQuestionAnswering,
]
_saved = {class_.__name__: class_(config).state_dict() for class_ in classes}
with_a_pooler = [name for name in _saved if "bert.pooler.dense.weight" in _saved[name]]
without = [name for name in _saved if name not in with_a_pooler]

print("with a pooler:", *with_a_pooler)
print("without a pooler:", *without)
assert without == [
    "BertForMaskedLM",
    "BertForTokenClassification",
    "BertForQuestionAnswering",
], f"of these classes {len(without)} have no pooler"
