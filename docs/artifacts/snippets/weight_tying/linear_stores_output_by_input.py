"""No transpose is needed to tie: `nn.Embedding` and `nn.Linear` both store their weight as (vocabulary, hidden)."""

import torch
from transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "Linear(in_features"

with torch.device("meta"):  # bert-base-uncased's sizes, and two separate matrices
    model = BertForPreTraining(BertConfig(tie_word_embeddings=False))
embedding = model.bert.embeddings.word_embeddings
decoder = model.cls.predictions.decoder

embedding_shape = embedding.weight.shape
decoder_shape = decoder.weight.shape
vocabulary, hidden = embedding_shape

print(embedding, tuple(embedding_shape))
print(decoder, tuple(decoder_shape))

torch.manual_seed(0)
linear = torch.nn.Linear(4, 7)
_x = torch.randn(2, 4)
transpose_is_in_the_formula = torch.allclose(
    linear(_x), _x @ linear.weight.T + linear.bias
)
print("a Linear computes x @ weight.T + bias:", transpose_is_in_the_formula)
assert decoder.weight is not embedding.weight
assert embedding_shape == decoder_shape == (decoder.out_features, decoder.in_features)
assert transpose_is_in_the_formula
