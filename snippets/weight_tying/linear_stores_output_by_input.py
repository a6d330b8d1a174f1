"""No transpose is needed to tie: `nn.Embedding` and `nn.Linear` both store their weight as (vocabulary, hidden)."""

import torch
from transformers import BertConfig, BertForPreTraining

with torch.device("meta"):
    model = BertForPreTraining(BertConfig())  # bert-base-uncased's sizes
decoder = model.cls.predictions.decoder

embedding_shape = model.bert.embeddings.word_embeddings.weight.shape
decoder_shape = decoder.weight.shape
vocabulary, hidden = embedding_shape

print("embedding.weight:", tuple(embedding_shape))
print("decoder.weight:  ", tuple(decoder_shape), "in", decoder)

torch.manual_seed(0)
linear = torch.nn.Linear(4, 7)
x = torch.randn(2, 4)
transpose_is_in_the_formula = torch.allclose(
    linear(x), x @ linear.weight.T + linear.bias
)
print("a Linear computes x @ weight.T + bias:", transpose_is_in_the_formula)
assert embedding_shape == decoder_shape == (decoder.out_features, decoder.in_features)
assert transpose_is_in_the_formula
