"""`BertForMaskedLM`, `BertForTokenClassification` and `BertForQuestionAnswering` have no pooler, so a file saved from them has none."""

import torch
from pytorch_pretrained_bert import (
    BertConfig,
    BertForMaskedLM,
    BertForMultipleChoice,
    BertForNextSentencePrediction,
    BertForPreTraining,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
)

torch.manual_seed(0)
config = BertConfig(
    100,
    hidden_size=16,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=32,
)
with_a_pooler, without = [], []
for class_ in (
    BertForPreTraining,
    BertForNextSentencePrediction,
    BertForSequenceClassification,
    BertForMultipleChoice,
    BertForMaskedLM,
    BertForTokenClassification,
    BertForQuestionAnswering,
):
    plain = (BertForPreTraining, BertForNextSentencePrediction, BertForMaskedLM)
    whole = class_ in (*plain, BertForQuestionAnswering)
    saved = (class_(config) if whole else class_(config, 2)).state_dict()
    has = "bert.pooler.dense.weight" in saved
    (with_a_pooler if has else without).append(class_.__name__)

print("with a pooler:", *with_a_pooler, sep="\n  ")
print("without:", *without, sep="\n  ")
assert without == [
    "BertForMaskedLM",
    "BertForTokenClassification",
    "BertForQuestionAnswering",
], f"of these classes {len(without)} have no pooler"
