"""`post_init()` after resizing an untied BERT leaves the decoder as it is, matrix and bias."""

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
torch.nn.init.normal_(model.cls.predictions.decoder.bias)  # stands for a learned one
model.resize_token_embeddings(103)
decoder = model.cls.predictions.decoder
before = {"weight": decoder.weight.clone(), "bias": decoder.bias.clone()}
model.post_init()
decoder = model.cls.predictions.decoder
unchanged = {
    "weight": torch.equal(decoder.weight, before["weight"]),
    "bias": torch.equal(decoder.bias, before["bias"]),
}

print("unchanged:", unchanged)
_new = [name for name, same in unchanged.items() if not same]
assert not _new, f"made anew: {' and '.join(_new)}"
