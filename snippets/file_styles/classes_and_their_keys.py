"""Each other BERT class has a part of `BertForPreTraining`'s keys, and at most one layer more. Names and shapes are the same; that layer is the task's; BertModel leaves out `bert.`."""

import torch
import transformers
from transformers import BertConfig

scope = "library"

transformers.logging.set_verbosity_error()
bert_base = BertConfig()
ADDED = {  # what a class has that BertForPreTraining has not
    "BertForSequenceClassification": {"classifier.weight", "classifier.bias"},
    "BertForTokenClassification": {"classifier.weight", "classifier.bias"},
    "BertForQuestionAnswering": {"qa_outputs.weight", "qa_outputs.bias"},
    "BertForMultipleChoice": {"classifier.weight", "classifier.bias"},
}


def tensors(name):
    """Shape and number of parameters by key; an alias counts as 0."""
    with torch.device("meta"):  # shapes and ties without the numbers
        model = getattr(transformers, name)(bert_base)
    front = "bert." if name == "BertModel" else ""
    counted = dict(model.named_parameters())  # each Parameter once
    return {
        front + key: (list(parameter.shape), parameter.numel() if key in counted else 0)
        for key, parameter in model.named_parameters(remove_duplicate=False)
    }


_whole = tensors("BertForPreTraining")
parameters = {"BertForPreTraining": sum(count for _, count in _whole.values())}


def compare(name):
    """The class against BertForPreTraining, which stands for the file that it saves."""
    part = tensors(name)
    parameters[name] = sum(count for _, count in part.values())
    same = _whole.keys() & part.keys()
    assert all(_whole[key] == part[key] for key in same), f"{name}: other shapes"
    rows = [
        {
            "key": f"{len(same)} keys that both have",
            "shape": [],
            "parameters": sum(part[key][1] for key in same),
            "note": "",
            "diff": "same",
        }
    ]
    for key in sorted(_whole.keys() ^ part.keys()):
        shape, count = (_whole | part)[key]
        diff = "only in the class" if key in part else "only in the file"
        note = "" if count else "alias"
        row = {"key": key, "shape": shape, "parameters": count, "note": note}
        rows.append(row | {"diff": diff})
    added = {row["key"] for row in rows if row["diff"] == "only in the class"}
    assert added == ADDED.get(name, set()), f"{name} adds {added}"
    in_class = [row["parameters"] for row in rows if row["diff"] != "only in the file"]
    assert sum(in_class) == parameters[name], f"{name}: {sum(in_class)} parameters"
    return rows


bert_model = compare("BertModel")
masked_lm = compare("BertForMaskedLM")
next_sentence = compare("BertForNextSentencePrediction")
sequence = compare("BertForSequenceClassification")
token = compare("BertForTokenClassification")
question = compare("BertForQuestionAnswering")
multiple_choice = compare("BertForMultipleChoice")
lm_head = compare("BertLMHeadModel")

for name, count in parameters.items():
    print(f"{name:30} {count:>11,}")
_compared = bert_model + masked_lm + next_sentence + sequence + token + question
_compared += multiple_choice + lm_head
_own = {row["key"] for row in _compared if row["diff"] == "only in the class"}
print("keys that BertForPreTraining has not:", *sorted(_own))
_aliases = [key for key, (_, count) in _whole.items() if not count]
assert _aliases == ["cls.predictions.decoder.weight", "cls.predictions.decoder.bias"]
_noted = [row["key"] for row in bert_model if row["note"] == "alias"]
assert sorted(_noted) == sorted(_aliases), f"noted as aliases: {_noted}"
assert masked_lm == lm_head
assert sequence[0]["parameters"] - token[0]["parameters"] == 768 * 768 + 768  # pooler
