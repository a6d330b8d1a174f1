"""torch's own `load_state_dict` refuses a file with `position_ids`, and accepts the same file without it."""

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "with it:"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "max_position_embeddings": 8,
    }
)
model = BertModel(config)
key = "embeddings.position_ids"
without = {name: t for name, t in model.state_dict().items() if name != key}
with_it = {**without, key: torch.arange(8).expand(1, -1)}


def complaint(file):
    try:
        model.load_state_dict(file)
    except RuntimeError as error:
        return str(error).split(":", 1)[1].strip()
    return ""


said_with = complaint(with_it)
said_without = complaint(without)

print("with it:   ", said_with or "loads")
print("without it:", said_without or "loads")
assert not said_without, f"without it: {said_without}"
assert said_with.startswith("Unexpected key(s)"), f"with it: {said_with or 'loads'}"
