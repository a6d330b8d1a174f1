"""Even with a `[PAD]` row of zeros a plain mean of word embeddings shrinks with the padding; a mean over the real tokens does not. The plain mean keeps its direction."""

import torch

scope = "arithmetic"

torch.manual_seed(0)
_rows = torch.randn(100, 32)
_rows[0] = 0.0  # [PAD]
text = [2, 17, 54, 23, 3]

plain_norm, masked_norm, cosine = {}, {}, {}
for length in (8, 16, 32):
    _ids = torch.tensor(text + [0] * (length - len(text)))
    _mask = (_ids != 0).float()[:, None]
    _plain = _rows[_ids].mean(dim=0)
    _masked = (_rows[_ids] * _mask).sum(dim=0) / _mask.sum()
    _name = f"padded_to_{length}"
    plain_norm[_name] = _plain.norm().item()
    masked_norm[_name] = _masked.norm().item()
    cosine[_name] = torch.cosine_similarity(_plain, _masked, dim=0).item()
    print(f"length {length:2}: plain {plain_norm[_name]:.4f},", end=" ")
    print(f"masked {masked_norm[_name]:.4f}, cosine {cosine[_name]:.4f}")

_alone = _rows[text].mean(dim=0).norm().item()
for length in (8, 16, 32):
    _name = f"padded_to_{length}"
    assert abs(plain_norm[_name] / (_alone * len(text) / length) - 1) < 1e-5
    assert abs(masked_norm[_name] / _alone - 1) < 1e-5
    assert cosine[_name] > 0.9999
