"""In plain PyTorch, initialise the matrix small (`std=0.02` at width 768) after you tie it, and the first loss is near ln V. Here the vocabulary has BERT's size, the vectors are 768 wide and come out of a LayerNorm. What counts is σ√d: for a wider model, draw smaller."""

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
