"""A BERT class without a pooler answers at every position, from that position's vector alone. A class with one answers from the first position's vector alone, once for a text or a choice, and `BertModel` and `BertForPreTraining` do both."""

import inspect

import torch
from transformers import BertConfig, logging
from transformers.models.bert import modeling_bert

scope = "library"
decides = "BertForSequenceClassification  "

logging.set_verbosity_error()  # BertLMHeadModel would say that it is no decoder
torch.manual_seed(0)
tiny = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=2,
    intermediate_size=64,
)
TEXTS, TOKENS, CHOICES, CHANGED = 6, 7, 3, 4
AXES = {6: "texts", 7: "tokens", 3: "choices", 5: "labels", 32: "width"}
AXES[100] = "vocabulary"
FOR = {
    "last_hidden_state": "a vector for each token",
    "pooler_output": "a vector for a text",
    "prediction_logits": "a hidden token",
    "seq_relationship_logits": "two sentences: next or not",
    "BertLMHeadModel": "the next token",
    "BertForMaskedLM": "a hidden token",
    "BertForNextSentencePrediction": "two sentences: next or not",
    "BertForSequenceClassification": "a label for a text",
    "BertForMultipleChoice": "the best of several endings",
    "BertForTokenClassification": "a label for each token",
    "BertForQuestionAnswering": "an answer in the text: start and end",
}
CLASSES = [
    class_
    for class_ in vars(modeling_bert).values()
    if inspect.isclass(class_)
    and issubclass(class_, modeling_bert.BertPreTrainedModel)
    and class_ is not modeling_bert.BertPreTrainedModel
]


def answers(model, ids, replaced):
    """What the model gives where some positions' vectors are others."""

    def replace(_, __, output):
        output[0][:, replaced] = torch.randn(output[0][:, replaced].shape)

    hook = getattr(model, "bert", model).encoder.register_forward_hook(replace)
    given = dict(model(ids))
    hook.remove()
    return given


reads = []
for class_ in CLASSES:
    # Question answering must have two labels: the start and the end
    tiny.num_labels = 2 if "QuestionAnswering" in class_.__name__ else 5
    model = class_(tiny).eval()
    several = [CHOICES] if "MultipleChoice" in class_.__name__ else []
    ids = torch.randint(5, 100, (TEXTS, *several, TOKENS))
    with torch.no_grad():
        plain = dict(model(ids))
        changed = answers(model, ids, [CHANGED])
        other_first = answers(model, ids, [0])
        all_others = answers(model, ids, [*range(1, TOKENS)])
    for name, answer in plain.items():
        if TOKENS not in answer.shape:
            assert torch.equal(answer, all_others[name]), f"{class_.__name__}: {name}"
            assert not torch.equal(answer, other_first[name]), class_.__name__
            what = "the first position"
        else:  # one answer a position: only that of the changed one is another
            by_position = (answer != changed[name]).reshape(TEXTS, TOKENS, -1)
            moved = by_position.any(-1).any(0).nonzero().flatten().tolist()
            assert moved == [CHANGED], f"{class_.__name__}: {name} {moved}"
            what = "every position"
        pooler = getattr(model, "bert", model).pooler is not None
        reads.append(
            {
                "class": class_.__name__,
                "pooler": "yes" if pooler else "",
                "output": name,
                "shape": ", ".join(AXES.get(size, str(size)) for size in answer.shape),
                "reads": what,
            }
        )

of_class = {}
for row in reads:
    of_class.setdefault((row["class"], row["shape"]), []).append(f"`{row['output']}`")
    shape = f"({row['shape']})"
    print(f"{row['class']:30} {row['output']:24} {shape:29} reads {row['reads']}")
outputs = [
    {
        "class": name,
        "output": f"{', '.join(names)} ({shape})",
        "for": FOR.get(names[0].strip("`")) or FOR[name],
    }
    for (name, shape), names in of_class.items()
]
_first = {row["class"] for row in reads if row["reads"] == "the first position"}
_every = {row["class"] for row in reads if row["reads"] == "every position"}
_pooler = {row["class"] for row in reads if row["pooler"]}
assert _first == _pooler, f"{sorted(_first ^ _pooler)}"
assert _first & _every == {"BertModel", "BertForPreTraining"}, f"{_first & _every}"
_shapes = {(row["class"], row["output"]): row["shape"] for row in reads}
assert _shapes["BertForMaskedLM", "logits"] == "texts, tokens, vocabulary"
assert _shapes["BertForTokenClassification", "logits"] == "texts, tokens, labels"
