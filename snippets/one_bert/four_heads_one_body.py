"""Load one file into four classes: the body's vectors, after its last layer, are the same to the last bit. Only the head differs. The file, all-MiniLM with our MLM head, has one head; the other two are newly initialised."""

import torch
from transformers import (
    AutoTokenizer,
    BertForMaskedLM,
    BertForNextSentencePrediction,
    BertForSequenceClassification,
    BertModel,
    logging,
)

minilm_mlm = "minilm-mlm"
scope = "checkpoint"
sentence = "Fish live in the [MASK]."

logging.set_verbosity_error()  # or each load prints its report
_inputs = AutoTokenizer.from_pretrained(minilm_mlm)(sentence, return_tensors="pt")
_classes = {
    "fill the gap": (BertForMaskedLM, "cls.predictions"),
    "next sentence": (BertForNextSentencePrediction, "cls.seq_relationship"),
    "classify": (BertForSequenceClassification, "classifier"),
    "none": (BertModel, ""),
}


def own_numbers(model, name):
    """Count the numbers that a head adds, without what it shares with the body."""
    body = set(model.base_model.parameters())
    head = set(model.get_submodule(name).parameters()) if name else set()
    return sum(parameter.numel() for parameter in head - body)


def loaded(wanted):
    """Return the class, its head, the vectors, and what the file lacked."""
    class_, name = _classes[wanted]
    torch.manual_seed(0)
    model, report = class_.from_pretrained(minilm_mlm, output_loading_info=True)
    with torch.no_grad():
        result = model(**_inputs)
        vectors = model.base_model(**_inputs).last_hidden_state
    answer = result["logits"] if name else result["last_hidden_state"]
    row = {
        "head": wanted,
        "class": class_.__name__,
        "name": name,
        "own numbers": own_numbers(model, name),
        "output": " × ".join(f"{size:,}" for size in answer.shape[1:]),
        "in the file": "no" if report["missing_keys"] else "yes" if name else "",
    }
    two = answer[0].softmax(-1).tolist() if answer.numel() == 2 else []
    return model, row, two, vectors, sorted(report["missing_keys"])


_models, heads, two_scores, _vectors, _missing = map(
    list, zip(*map(loaded, _classes), strict=True)
)
_body = _models[-1]
_first, *_others = _vectors
layers = _body.config.num_hidden_layers
first_vector = _first[0, 0, :8].tolist()  # of [CLS], which the two small heads read
body_numbers = sum(parameter.numel() for parameter in _body.encoder.parameters())

for _head in heads:
    print(
        f"{_head['head']}: {_head['class']}, {_head['own numbers']:,} numbers", end=" "
    )
    print(f"of its own, output {_head['output']}")
print(f"the body: {layers} layers, {body_numbers:,} numbers")
assert all(torch.equal(_first, other) for other in _others), "the body differs"
assert [len(two) for two in two_scores] == [0, 2, 2, 0]
assert [head["own numbers"] > 0 for head in heads] == [True, True, True, False]
assert all(head["own numbers"] < body_numbers / 50 for head in heads)
assert _missing == [
    [],
    ["cls.seq_relationship.bias", "cls.seq_relationship.weight"],
    ["classifier.bias", "classifier.weight"],
    [],
], f"{_missing}"
