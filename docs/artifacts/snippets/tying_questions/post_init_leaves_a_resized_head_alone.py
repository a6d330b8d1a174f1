"""`post_init()` after resizing an untied BERT leaves the new decoder as it is, matrix and bias. A layer that you put in yourself gets new values."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "tie_word_embeddings": False,
    }
)
model = BertForMaskedLM(config)
head = model.cls.predictions
torch.nn.init.normal_(head.decoder.bias)  # stands for a learned one
_first = head.decoder
model.resize_token_embeddings(103)
head.transform.dense = torch.nn.Linear(32, 32)
before = {key: tensor.clone() for key, tensor in head.state_dict().items()}
model.post_init()
changed = [
    key for key, tensor in head.state_dict().items() if not tensor.equal(before[key])
]

print("changed:", *changed)
_new = [key for key in changed if key.startswith("decoder")]
assert not _new, f"new values: {' and '.join(_new)}"
assert changed == ["transform.dense.weight", "transform.dense.bias"], changed
assert head.decoder is not _first, "resizing keeps the decoder"
