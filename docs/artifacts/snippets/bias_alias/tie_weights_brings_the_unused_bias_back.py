"""`tie_weights()` makes the two biases one again, and the values that stay are those of `predictions.bias`, which nothing has trained meanwhile."""

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
model = BertForMaskedLM(config).eval()
head = model.cls.predictions
with torch.no_grad():
    head.bias.fill_(1.0)
head.decoder.bias = torch.nn.Parameter(torch.full((100,), 2.0))  # as if trained
were_two = head.decoder.bias is not head.bias
model.tie_weights()
one_parameter = head.decoder.bias is head.bias
value_of = {1.0: "predictions.bias", 2.0: "decoder.bias"}
kept = value_of[head.decoder.bias.mean().item()]

print(f"one Parameter again: {one_parameter}; its values are those of {kept}")
assert were_two, "the assignment broke nothing"
assert one_parameter, "tie_weights() leaves the biases two"
assert kept == "predictions.bias", f"{kept} is kept"
