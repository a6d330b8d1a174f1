"""Values that you assign or load replace the zero row of `nn.Embedding(padding_idx=0)`, and lookups and training leave them there. Looking the row up gives it no gradient; the optimiser is SGD or Adam, without weight decay."""

import torch
from torch import nn

scope = "library"
decides = "assigned:"

torch.manual_seed(0)
_matrix = torch.randn(5, 3)
_assigned, _loaded = (nn.Embedding(5, 3, padding_idx=0) for _ in range(2))
_began = [layer.weight[0].tolist() for layer in (_assigned, _loaded)]
_assigned.weight.data = _matrix.clone()
_loaded.load_state_dict({"weight": _matrix.clone()})
_given = nn.Embedding.from_pretrained(_matrix.clone(), freeze=False, padding_idx=0)
_token_ids = torch.tensor([1, 2, 0, 0])

_same_rows, _looked_up = [], []
for _layer in (_assigned, _loaded, _given):
    for _optimizer in (torch.optim.SGD, torch.optim.Adam):
        _steps = _optimizer(_layer.parameters(), lr=0.1)
        for _ in range(3):
            _steps.zero_grad()
            _layer(_token_ids).square().sum().backward()
            _steps.step()
    _same_rows.append((_layer.weight == _matrix).all(dim=1).tolist())
    _looked_up.append(_layer(_token_ids).eq(_matrix[0]).all(dim=1).tolist())

print("row 0 at the start:", *_began)
for _name, _same in zip(("assigned", "loaded", "given"), _same_rows, strict=True):
    print(f"{_name}: after training row 0 is as put in: {_same[0]}")
assert _began == [[0.0] * 3] * 2, _began
assert _same_rows == [[True, False, False, True, True]] * 3, _same_rows  # 1, 2 are read
assert _looked_up == [[False, False, True, True]] * 3, _looked_up
