"""AdamW's weight decay shrinks a row that gets no gradient, and leaves a row of zeros at zero. Each step multiplies the row by (1 − lr · decay)."""

import torch
from torch import nn

scope = "library"
decides = "times as long"

torch.manual_seed(0)
lr, decay, steps = 0.01, 0.1, 500
embedding = nn.Embedding(4, 8, padding_idx=0)  # row 0 starts at zero
_start = embedding.weight[1].detach().clone()
_optimizer = torch.optim.AdamW(embedding.parameters(), lr=lr, weight_decay=decay)
for _ in range(steps):
    _loss = embedding(torch.tensor([0, 2, 3])).square().sum()  # row 1 is not looked up
    embedding.weight.grad = torch.autograd.grad(_loss, embedding.weight)[0]
    _optimizer.step()

start_norm = _start.norm().item()
end_norm = embedding.weight[1].norm().item()
factor = end_norm / start_norm
closed_form = (1 - lr * decay) ** steps
_cosine = torch.cosine_similarity(_start, embedding.weight[1], dim=0).item()
zero_row_stays_zero = not embedding.weight[0].any().item()
gradient_was_zero = not embedding.weight.grad[:2].any().item()

print(f"rows 0 and 1 get no gradient: {gradient_was_zero}")
print(f"row 1 after {steps} steps: {start_norm:.4f} → {end_norm:.4f}")
print(
    f"that is {factor:.5f} times as long; (1 − lr · decay)^{steps} is {closed_form:.5f}"
)
print("the row of zeros is still zero:", zero_row_stays_zero)
assert gradient_was_zero
assert abs(factor / closed_form - 1) < 1e-4, f"{factor} instead of {closed_form}"
assert _cosine > 0.99999, f"the direction turned: cosine {_cosine}"
assert zero_row_stays_zero
