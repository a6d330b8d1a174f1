"""`torchscript=True` in the configuration leaves decoder and embedding tied."""

import torch
from pytorch_transformers import BertConfig, BertForPreTraining

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
config.torchscript = True
model = BertForPreTraining(config)
decoder = model.cls.predictions.decoder
embedding = model.bert.embeddings.word_embeddings
one_parameter = decoder.weight is embedding.weight
equal = torch.equal(decoder.weight, embedding.weight)
flag_is_set = model.config.torchscript

print(f"torchscript: {flag_is_set}, one Parameter: {one_parameter}, equal: {equal}")
assert flag_is_set, "the flag is not set"
assert one_parameter, f"two Parameters of {'equal' if equal else 'different'} values"
