"""In plain PyTorch, initialise a tied matrix with small values (`std=0.02` at width 768) after tying it: `nn.Embedding`'s own values make the first loss huge. With 0.02 it is near ln V here, for random vectors of 768 numbers out of a LayerNorm, and a vocabulary of BERT's size; there is no encoder. What counts is σ√d: for a wider model, draw smaller values."""

import math

import torch

scope = "library"
decides = "ln V is"

torch.manual_seed(0)
vocabulary, width = 30522, 768
embedding = torch.nn.Embedding(vocabulary, width)
decoder = torch.nn.Linear(width, vocabulary, bias=False)
decoder.weight = embedding.weight  # the tie
_vectors = torch.nn.functional.layer_norm(torch.randn(64, width), (width,))
_answers = torch.randint(vocabulary, (64,))

before = torch.nn.functional.cross_entropy(decoder(_vectors), _answers).item()
torch.nn.init.normal_(decoder.weight, std=0.02)
after = torch.nn.functional.cross_entropy(decoder(_vectors), _answers).item()

print(f"the first loss, as nn.Embedding draws the matrix: {before:.0f}")
print(f"drawn with std=0.02: {after:.1f}; ln V is {math.log(vocabulary):.1f}")
assert before > 50 and abs(after - math.log(vocabulary)) < 0.5, after
