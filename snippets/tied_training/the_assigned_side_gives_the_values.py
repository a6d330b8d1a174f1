"""A plain torch tie has the values of the side on the right of the `=`. So `embedding.weight = decoder.weight` starts near ln V, `decoder.weight = embedding.weight` far above it."""

import math

import torch
from torch import nn

scope = "library"
decides = "embedding.weight = decoder.weight:"

vocabulary, width = 1000, 256
ln_v = math.log(vocabulary)
losses = {}
for seed in range(3):
    torch.manual_seed(seed)
    vectors = nn.functional.layer_norm(torch.randn(64, width), (width,))
    answers = torch.randint(vocabulary, (64,))
    for assigned in ("embedding", "decoder"):
        embedding, decoder = (
            nn.Embedding(vocabulary, width),
            nn.Linear(width, vocabulary),
        )
        if assigned == "embedding":
            decoder.weight = embedding.weight
        else:
            embedding.weight = decoder.weight
        assert decoder.weight is embedding.weight
        loss = nn.functional.cross_entropy(decoder(vectors), answers).item()
        losses.setdefault(assigned, []).append(loss)

print("decoder.weight = embedding.weight:", *(f"{x:.1f}" for x in losses["embedding"]))
print("embedding.weight = decoder.weight:", *(f"{x:.1f}" for x in losses["decoder"]))
print(f"ln V = {ln_v:.1f}")
assert min(losses["embedding"]) > 3 * ln_v
assert max(losses["decoder"]) < ln_v + 0.5
