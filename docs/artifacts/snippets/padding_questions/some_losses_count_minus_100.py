"""Not every loss of BERT leaves out −100. Question answering counts it as position 0, and leaves out positions from the batch's width on. Of the losses of `BertForSequenceClassification`, those for several labels and for numbers take it as a target. With one label a text, or one a token, −100 is left out."""

import torch
from transformers import (
    BertConfig,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
)

scope = "library"
decides = "question answering, −100"

_sizes = {
    "vocab_size": 100,
    "hidden_size": 32,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 64,
}
_ids = torch.tensor([[2, 17, 54, 23, 3], [2, 61, 5, 33, 3]])
width = _ids.shape[1]


def becomes(class_, first, second, labels=3):
    """What the loss makes of the first text's labels, beside the second's."""
    torch.manual_seed(0)
    model = class_(BertConfig.from_dict({**_sizes, "num_labels": labels})).eval()

    def loss(texts, *one_or_two):
        answers = torch.tensor(one_or_two)
        names = {"labels": answers}
        if class_ is BertForQuestionAnswering:
            names = {"start_positions": answers, "end_positions": answers}
        return model(_ids[texts], **names)[0].item()

    found = loss(slice(0, 2), first, second)
    if abs(found - loss(slice(1, 2), second)) < 1e-6:
        return "left out"
    zero = (torch.tensor(first) * 0).tolist()
    return "as 0" if abs(found - loss(slice(0, 2), zero, second)) < 1e-6 else "counted"


_texts, _tokens = BertForSequenceClassification, BertForTokenClassification
_answers = BertForQuestionAnswering
outcomes = {
    "question answering, −100": becomes(_answers, -100, 3, labels=2),
    f"question answering, {width}": becomes(_answers, width, 3, labels=2),
    f"question answering, {width - 1}": becomes(_answers, width - 1, 3, labels=2),
    "several labels, −100": becomes(_texts, [-100.0, 1, 0], [0.0, 1, 1]),
    "a number, −100": becomes(_texts, -100.0, 0.5, labels=1),
    "one label a text, −100": becomes(_texts, -100, 1),
    "one label a token, −100": becomes(_tokens, [-100] * width, [2] * width),
}

for _what, _outcome in outcomes.items():
    print(f"{_what}: {_outcome}")
assert list(outcomes.values()) == [
    "as 0",
    "left out",
    "counted",
    "counted",
    "counted",
    "left out",
    "left out",
], f"{outcomes}"
