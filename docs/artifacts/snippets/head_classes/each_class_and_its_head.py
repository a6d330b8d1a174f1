"""All nine BERT classes of transformers have the same embeddings and layers, and five the pooler. `BertModel` has no head. `BertForPreTraining` has two: `cls.predictions`, which `BertForMaskedLM` and `BertLMHeadModel` have too, and `cls.seq_relationship`, as in `BertForNextSentencePrediction`. A task class has one linear layer."""

import inspect

import torch
from transformers import BertConfig, logging
from transformers.models.bert import modeling_bert

scope = "library"
decides = "BertForPreTraining"

logging.set_verbosity_error()  # BertLMHeadModel would say that it is no decoder
bert_base = BertConfig(
    vocab_size=30522,
    hidden_size=768,
    num_hidden_layers=12,
    num_attention_heads=12,
    intermediate_size=3072,
    max_position_embeddings=512,
    type_vocab_size=2,
    num_labels=2,
)
CLASSES = [  # all of them, as the library's own file has them
    class_
    for class_ in vars(modeling_bert).values()
    if inspect.isclass(class_)
    and issubclass(class_, modeling_bert.BertPreTrainedModel)
    and class_ is not modeling_bert.BertPreTrainedModel
]


BODY = "embeddings + layers"


def part_of(name):
    """The part of the model that a Parameter belongs to."""
    name = name.removeprefix("bert.")
    if name.startswith(("embeddings.", "encoder.")):
        return BODY
    if name == "cls.predictions.bias":  # the module's own, beside its layers
        return name
    module = name.rpartition(".")[0]
    return module.removesuffix(".dense").removesuffix(".LayerNorm")


def parts_of(model):
    """Each part: what it is, its matrix, its Parameters, and whose it shares."""
    first_name, found = {}, {}
    for name, parameter in model.named_parameters(remove_duplicate=False):
        shape, part = list(parameter.shape), part_of(name)
        row = found.setdefault(
            part,
            {"part": part, "shape": shape, "and": "", "parameters": 0, "tied to": ""},
        )
        if name.endswith(".LayerNorm.weight") and part != BODY:
            row["and"] = "+ LayerNorm"
        if parameter in first_name:  # a second name is counted under the first
            if len(shape) == 2:
                row["shape"], row["tied to"] = shape, first_name[parameter]
        else:
            first_name[parameter] = name.removeprefix("bert.")
            row["parameters"] += parameter.numel()
    found[BODY]["shape"] = []  # many matrices
    return list(found.values())


def order(row):
    """The body, then the way through cls.predictions, its bias last, then others."""
    part = row["part"]
    mlm = part.startswith("cls.predictions.")
    return part != BODY, not mlm, part == "cls.predictions.bias"


classes, parts, encoders = [], [], []
for class_ in CLASSES:
    with torch.device("meta"):  # names, shapes and ties without the numbers
        model = class_(bert_base)
    rows = sorted(parts_of(model), key=order)
    total = sum(p.numel() for p in model.parameters())
    assert sum(row["parameters"] for row in rows) == total, class_.__name__
    encoders.append(  # names and shapes
        {
            name.removeprefix("bert."): parameter.shape
            for name, parameter in model.named_parameters()
            if part_of(name) == BODY
        }
    )
    names = [row["part"] for row in rows]
    in_heads = [row for row in rows if row["part"] not in (BODY, "pooler")]
    heads = [  # cls.predictions is one, of three parts
        "cls.predictions" if "cls.predictions" in row["part"] else row["part"]
        for row in in_heads
    ]
    classes.append(
        {
            "class": class_.__name__,
            "pooler": "yes" if "pooler" in names else "",
            "head": ", ".join(dict.fromkeys(heads)),
            "the head's own": sum(row["parameters"] for row in in_heads),
            "all parameters": total,
        }
    )
    for row in rows:
        if row["part"] in (BODY, "pooler"):
            kind = "encoder"
        elif row["tied to"]:
            kind = "shared"
        else:
            kind = "bias" if len(row["shape"]) == 1 else "head"
        from_pooler = "pooler" in names and not row["part"].startswith("cls.pred")
        way = "first position" if from_pooler else "every position"
        way = "" if row["part"] == BODY else way
        parts.append({"class": class_.__name__, "way": way, "kind": kind, **row})
    if not in_heads:  # the vectors themselves are an answer too
        output = {"part": "last_hidden_state", "shape": [], "and": "", "parameters": 0}
        of = {"class": class_.__name__, "way": "every position", "kind": "output"}
        parts.append({**of, **output, "tied to": ""})

body_parameters = parts[0]["parameters"]
head_for_two_labels = max(  # of a task class
    row["the head's own"]
    for row in classes
    if row["head"] in ("classifier", "qa_outputs")
)
for row in classes:
    print(f"{row['class']:30}{row['all parameters']:>12,}", end="  ")
    print("pooler," if row["pooler"] else "       ", row["head"] or "no head")
_with_pooler = [row["class"] for row in classes if row["pooler"]]
assert all(one == encoders[0] for one in encoders), "not the same encoder everywhere"
assert _with_pooler == [
    "BertModel",
    "BertForPreTraining",
    "BertForNextSentencePrediction",
    "BertForSequenceClassification",
    "BertForMultipleChoice",
], f"with a pooler: {_with_pooler}"
_heads = {row["class"]: row["head"] for row in classes}
assert _heads == {
    "BertModel": "",
    "BertForPreTraining": "cls.predictions, cls.seq_relationship",
    "BertLMHeadModel": "cls.predictions",
    "BertForMaskedLM": "cls.predictions",
    "BertForNextSentencePrediction": "cls.seq_relationship",
    "BertForSequenceClassification": "classifier",
    "BertForMultipleChoice": "classifier",
    "BertForTokenClassification": "classifier",
    "BertForQuestionAnswering": "qa_outputs",
}, f"{_heads}"
assert {row["tied to"] for row in parts} == {"", "embeddings.word_embeddings.weight"}
_normed = {row["part"] for row in parts if row["and"]}
assert _normed == {"cls.predictions.transform"}, f"{_normed}"
_of_both = [row for row in parts if row["class"] == "BertForPreTraining"]
assert [(row["part"], row["kind"], row["way"]) for row in _of_both] == [
    (BODY, "encoder", ""),
    ("cls.predictions.transform", "head", "every position"),
    ("cls.predictions.decoder", "shared", "every position"),
    ("cls.predictions.bias", "bias", "every position"),
    ("pooler", "encoder", "first position"),
    ("cls.seq_relationship", "head", "first position"),
], f"{_of_both}"
_mlm_names = [
    [row["part"] for row in parts if row["class"] == name and "cls.pred" in row["part"]]
    for name in ("BertForPreTraining", "BertForMaskedLM")
]
assert _mlm_names[0] == _mlm_names[1], f"{_mlm_names}"
