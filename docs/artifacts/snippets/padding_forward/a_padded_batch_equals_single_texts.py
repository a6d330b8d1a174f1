"""In a padded batch with a mask each text gets the vectors that it gets alone, within 0.0001 in float32; without the mask the shorter text does not."""

import torch
from transformers import BertConfig, BertModel

ports = ("pytorch_transformers",)
scope = "library"
decides = "with the mask both"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "initializer_range": 0.2,  # far from uniform attention
    }
)
model = BertModel(config).eval()
texts = [[2, 17, 54, 3], [2, 23, 61, 40, 8, 77, 12, 95, 31, 3]]
_longest = max(map(len, texts))
_batch = torch.tensor([text + [0] * (_longest - len(text)) for text in texts])
_mask = (_batch != 0).long()
moved_is_below = 1e-4  # float noise


def moved(vectors):
    """How far each text's vectors are from those that it gets alone."""
    distances = []
    for row, text in zip(vectors, texts, strict=True):
        alone = model(torch.tensor([text]))[0][0]
        distances.append(torch.dist(row[: len(text)], alone).item())
    return distances


with torch.no_grad():
    _with_mask = moved(model(_batch, attention_mask=_mask)[0])
    _without_mask = moved(model(_batch)[0])
pads = [_longest - len(text) for text in texts]
short_text_moves_without_mask = _without_mask[0]

print(f"pads in each text: {pads}")
print(f"with the mask both texts' vectors move by less than {moved_is_below}")
print(f"without it the short one's by up to {short_text_moves_without_mask:.3f}")
assert max(_with_mask) < moved_is_below, f"with the mask they move by {_with_mask}"
assert short_text_moves_without_mask > 0.1, f"only {short_text_moves_without_mask}"
