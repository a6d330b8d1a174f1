"""A small tied model whose matrix is drawn from N(0, 1) has at least 1.5 times the loss of one with a spread of 0.02 after 100 steps of AdamW, at each of two learning rates and for each of three seeds. With its logits divided by √d it starts lower, and still ends at 1.2 times that loss or more."""

import torch
from torch import nn
from torch.nn.functional import cross_entropy, layer_norm

scope = "library"
tolerance = 0.05
decides = "0.001: tied, spread 0.02"

vocabulary, width = 300, 64
rates = [0.001, 0.01]
seeds = [0, 1, 2]
kinds = {  # by name: the spread, what the logits are multiplied by, tied
    "tied, N(0, 1)": (1.0, 1.0, True),
    "tied, N(0, 1), logits / √d": (1.0, width**-0.5, True),
    "tied, spread 0.02": (0.02, 1.0, True),
    "untied, PyTorch's own": (None, 1.0, False),
}


class Model(nn.Module):
    """One residual layer between the embedding and the decoder."""

    def __init__(self, spread, scale, tied):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.layer = nn.Sequential(
            nn.Linear(width, width), nn.GELU(), nn.Linear(width, width)
        )
        self.decoder = nn.Linear(width, vocabulary, bias=False)
        self.scale = scale
        if tied:
            self.decoder.weight = self.embedding.weight
            nn.init.normal_(self.embedding.weight, std=spread)

    def forward(self, token_ids):
        """Give logits."""
        vectors = layer_norm(self.embedding(token_ids), (width,))
        vectors = layer_norm(vectors + self.layer(vectors), (width,))
        return self.scale * self.decoder(vectors)


def losses_of(kind, rate, seed):
    """Give the first loss and the mean of the last ten of 100 steps."""
    torch.manual_seed(seed)
    follower = torch.randperm(vocabulary)  # the task: the token that follows each
    rarity = 1 / torch.arange(1.0, vocabulary + 1)  # the frequencies of a language
    batches = torch.multinomial(rarity.expand(100, -1), 64, replacement=True)
    model = Model(*kinds[kind])
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0)
    losses = []
    for token_ids in batches:
        loss = cross_entropy(model(token_ids), follower[token_ids])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses[0], sum(losses[-10:]) / 10


losses = []  # a row for each kind and rate; lists of the seeds
for rate in rates:
    for kind in kinds:
        _runs = [losses_of(kind, rate, seed) for seed in seeds]
        firsts, lasts = [first for first, _ in _runs], [last for _, last in _runs]
        losses.append({"kind": kind, "rate": rate, "first": firsts, "last": lasts})
        _ends = f"{min(lasts):.1f} to {max(lasts):.1f}"
        print(f"{rate}: {kind}: {sum(firsts) / 3:.0f}, after 100 steps {_ends}")
plain_times, scaled_times = 1.5, 1.2
by_kind = {(row["kind"], row["rate"]): row for row in losses}
for rate in rates:
    small = by_kind["tied, spread 0.02", rate]
    plain = by_kind["tied, N(0, 1)", rate]
    scaled = by_kind["tied, N(0, 1), logits / √d", rate]
    for behind, times in ((plain, plain_times), (scaled, scaled_times)):
        assert min(behind["last"]) > times * max(small["last"]), behind
    assert max(scaled["first"]) < min(plain["first"]) / 2
