"""With a fixed spread of the matrix, a random vector's logits spread as √d, and a row's own logit grows as d. Here d is the width, and a row's own logit is that of a vector along the row. Divided by d, as muP's readout does it, the first shrink and the second stays."""

import torch

scope = "arithmetic"
decides = "own row, times 1/d"

torch.manual_seed(0)
vocabulary, spread = 1000, 0.02
base = 64  # muP's base width: at it the multiplier is 1
widths = [64, 256, 1024, 4096]

logits = []
for width in widths:
    matrix = spread * torch.randn(vocabulary, width)
    root = width**0.5  # every vector has this norm, as a LayerNorm gives it
    vectors = torch.nn.functional.normalize(torch.randn(64, width), dim=-1) * root
    own = torch.nn.functional.normalize(matrix, dim=-1) * root
    at_random = (vectors @ matrix.T).std().item()
    own_row = (own @ matrix.T).diagonal().mean().item()
    logits.append(
        {
            "d": width,
            "random vector": at_random,
            "own row": own_row,
            "random vector, times 1/d": at_random * base / width,
            "own row, times 1/d": own_row * base / width,
        }
    )

expected = {  # from each width to the next, four times as wide
    "random vector": 2,
    "own row": 4,
    "random vector, times 1/d": 0.5,
    "own row, times 1/d": 1,
}
for case, factor in expected.items():
    _of_widths = torch.tensor([row[case] for row in logits])
    growth = _of_widths[1:] / _of_widths[:-1]
    print(f"{case}:", ", ".join(f"× {times:.2f}" for times in growth.tolist()))
    assert (growth / factor - 1).abs().max() < 0.1, f"{case}: {growth}"
at_base = list(logits[0].values())[1:]
assert at_base[:2] == at_base[2:], "at the base width muP changes nothing"
