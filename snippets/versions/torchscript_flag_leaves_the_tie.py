"""`torchscript=True` in the configuration leaves decoder and embedding tied."""

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_transformers",)

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
one_bias = decoder.bias is model.cls.predictions.bias or decoder.bias is None

print(f"one Parameter: {one_parameter}, equal: {equal}, one bias: {one_bias}")
assert one_parameter, f"two Parameters of {'equal' if equal else 'different'} values"
assert one_bias, "the bias is two Parameters"
