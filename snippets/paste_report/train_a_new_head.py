"""If no file has the head or pooler yet, train it and save the model: untrained heads only guess, and the saved file has it. We tested this with a sentence classifier on all-MiniLM, over ten seeds."""

import logging
import tempfile

import torch
from transformers import AutoTokenizer, BertForMaskedLM, BertForSequenceClassification

scope = "checkpoint"
decides = "the classifier"

_minilm = "sentence-transformers/all-MiniLM-L6-v2"
_nouns = {
    0: ["cat", "horse", "fish", "bird", "dog", "cow"],
    1: ["disk", "file", "code", "byte", "chip", "log"],
}
_phrases = {
    0: (
        "The {} is eating.",
        "A young {} sleeps.",
        "I fed the {}.",
        "Our {} is hungry.",
    ),
    1: (
        "The {} is corrupt.",
        "I copied the {}.",
        "Read this {} again.",
        "Our {} is full.",
    ),
}

logging.disable(logging.CRITICAL)  # each load would report
tokenizer = AutoTokenizer.from_pretrained(_minilm)


def texts(first, last):
    """Return sentences about some of the animals and parts of a computer."""
    labels = torch.arange(2).repeat_interleave(4 * (last - first))
    rows = [
        phrase.format(noun)
        for label in (0, 1)
        for noun in _nouns[label][first:last]
        for phrase in _phrases[label]
    ]
    return tokenizer(rows, padding=True, return_tensors="pt"), labels


_to_train, _labels = texts(0, 3)
_held_out, _answers = texts(3, 6)


def right(model):
    with torch.no_grad():
        found = model.eval()(**_held_out).logits.argmax(-1)
    return (found == _answers).float().mean().item()


def of_ten(file):
    """How often a new head is right, before and after its training."""
    before, after, new = [], [], set()
    for seed in range(10):
        torch.manual_seed(seed)
        model, report = BertForSequenceClassification.from_pretrained(
            file, output_loading_info=True
        )
        new |= {key.split(".")[-2] for key in report["missing_keys"]}
        before.append(right(model))
        parts = [*model.bert.pooler.parameters(), *model.classifier.parameters()]
        optimizer = torch.optim.Adam(parts, 0.01)
        with torch.no_grad():  # the encoder stays as it is
            vectors = model.bert(**_to_train).last_hidden_state
        for _step in range(20):
            logits = model.classifier(model.bert.pooler(vectors))
            torch.nn.functional.cross_entropy(logits, _labels).backward()
            optimizer.step()
            optimizer.zero_grad()
        last = right(model)
        after.append(last)
    with tempfile.TemporaryDirectory() as folder:  # the last one, saved and loaded
        model.save_pretrained(folder)
        loaded, report = type(model).from_pretrained(folder, output_loading_info=True)
    again = [sorted(report["missing_keys"]), right(loaded) == last]
    return sorted(new), sum(before) / 10, min(after), again


with tempfile.TemporaryDirectory() as _folder:
    BertForMaskedLM.from_pretrained(_minilm).save_pretrained(_folder)
    _files = {"the classifier": of_ten(_minilm), "the pooler, too": of_ten(_folder)}

for _name, (_new, _before, _after, _again) in _files.items():
    print(
        f"{_name} is new: {_before:.0%} right on average, trained {_after:.0%} or more"
    )
    assert _new == ["classifier", "dense"][: 2 if "pooler" in _name else 1], _new
    assert 0.3 < _before < 0.7, f"untrained: {_before}"
    assert _after > 0.85, f"trained: {_after}"
    assert _again == [[], True], f"saved and loaded: {_again}"
