"""Once the two biases are two Parameters, `forward` adds only `decoder.bias`, and no gradient reaches `predictions.bias`. Yet it is `predictions.bias` whose values `tie_weights()` keeps."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "while they are one"

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
token_ids = torch.tensor([[2, 5, 7, 3]])
assignments = []
for _name in ("nothing", "decoder.bias", "predictions.bias"):
    model = BertForMaskedLM(config).eval()
    head = model.cls.predictions
    if _name == "decoder.bias":
        head.decoder.bias = torch.nn.Parameter(torch.zeros(100))
    if _name == "predictions.bias":
        head.bias = torch.nn.Parameter(torch.zeros(100))
    two = head.decoder.bias is not head.bias
    before = model(token_ids)[0]
    before.sum().backward()
    gradients = [bias.grad is not None for bias in (head.bias, head.decoder.bias)]
    with torch.no_grad():
        head.bias.fill_(1.0)  # it was zero
        raised = (model(token_ids)[0] - before).min().item()
    model.tie_weights()
    assignments.append(
        {
            "assigned": _name,
            "two Parameters": two,
            "gradient for predictions.bias": gradients[0],
            "gradient for decoder.bias": gradients[1],
            "predictions.bias + 1 raises the logits by": round(raised, 4),
            "one again": head.decoder.bias is head.bias,
            "with the values of predictions.bias": head.decoder.bias.mean().item() == 1,
        }
    )

for _row in assignments:
    print("a new Parameter as", _row["assigned"])
    for _what, _value in list(_row.items())[1:]:
        print(f"  {_what}: {_value}")
_tied = assignments.pop(0)
_what = "predictions.bias + 1 raises the logits by"
print(_what, _tied[_what], "while they are one,", end=" ")
print("and once they are two by", *{_row[_what] for _row in assignments})
assert not _tied["two Parameters"], "the biases are two from the start"
assert _tied["predictions.bias + 1 raises the logits by"] == 1, "it adds none"
for _row in assignments:
    assert _row["two Parameters"], "the assignment broke nothing"
    assert _row["gradient for decoder.bias"], "no gradient reaches decoder.bias"
    assert not _row["gradient for predictions.bias"], "predictions.bias has a gradient"
    _raised = _row["predictions.bias + 1 raises the logits by"]
    assert _raised == 0, f"predictions.bias + 1 raises the logits by {_raised}"
    assert _row["one again"], "tie_weights() leaves the biases two"
    assert _row["with the values of predictions.bias"], "the other one is kept"
