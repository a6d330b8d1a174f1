"""AdamW's first step moves a value by nearly the learning rate only where the gradient is far above ε. Apart from weight decay, it is the rate × |g| / (|g| + ε) for the gradient g: half the rate where |g| is ε, a hundredth of it where |g| is a hundredth of ε."""

import torch

scope = "arithmetic"
decides = "BERT's: 1 times"

rate = 1e-3
_epsilons = {"torch's default": 1e-8, "BERT's": 1e-6}
_times = [1e6, 100.0, 1.0, 0.01]  # the gradient's size, in ε
table = []
for _name, epsilon in _epsilons.items():
    weight = torch.nn.Parameter(torch.zeros(len(_times), dtype=torch.float64))
    weight.grad = -torch.tensor(_times, dtype=torch.float64) * epsilon
    options = {} if _name == "torch's default" else {"eps": epsilon}
    torch.optim.AdamW([weight], lr=rate, **options).step()
    for times, moved in zip(_times, (weight.detach() / rate).tolist(), strict=True):
        table.append({"ε": _name, "gradient ÷ ε": times, "step ÷ rate": moved})

for row in table:
    print("{}: {:g} times ε: {:.4f} of the learning rate".format(*row.values()))
_by_formula = [times / (times + 1) for times in _times for _ in _epsilons]
_moved = sorted((row["step ÷ rate"] for row in table), reverse=True)
assert torch.tensor(_moved).allclose(torch.tensor(_by_formula)), table
