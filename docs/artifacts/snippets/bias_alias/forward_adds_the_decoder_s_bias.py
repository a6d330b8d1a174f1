"""Once the two biases are two Parameters, `forward` adds `decoder.bias` alone: `predictions.bias` gets no gradient, and no output depends on it."""

import torch
from transformers import BertConfig, BertForMaskedLM

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
token_ids = torch.tensor([[2, 5, 7, 3]])
assignments = []
for _name in ("decoder.bias", "predictions.bias"):
    model = BertForMaskedLM(config).eval()
    head = model.cls.predictions
    owner = head.decoder if _name == "decoder.bias" else head
    owner.bias = torch.nn.Parameter(torch.zeros(100))  # another object, no alias
    two = head.decoder.bias is not head.bias
    before = model(token_ids)[0]
    before.logsumexp(dim=-1).sum().backward()
    trained = [p for p in model.parameters() if p.grad is not None]
    with torch.no_grad():
        head.bias.add_(1.0)
        raised = round((model(token_ids)[0] - before).mean().item())
    assignments.append(
        {
            "assigned": _name,
            "two Parameters": two,
            "gradient for decoder.bias": any(p is head.decoder.bias for p in trained),
            "gradient for predictions.bias": any(p is head.bias for p in trained),
            "predictions.bias + 1 raises the logits by": raised,
        }
    )

for _row in assignments:
    print("a new Parameter as", _row["assigned"])
    for _what, _value in list(_row.items())[1:]:
        print(f"  {_what}: {_value}")
for _row in assignments:
    assert _row["gradient for decoder.bias"], "no gradient reaches decoder.bias"
    assert not _row["gradient for predictions.bias"], "predictions.bias has a gradient"
    _raised = _row["predictions.bias + 1 raises the logits by"]
    assert _raised == 0, f"predictions.bias + 1 raises the logits by {_raised}"
    assert _row["two Parameters"], "the assignment broke nothing"
