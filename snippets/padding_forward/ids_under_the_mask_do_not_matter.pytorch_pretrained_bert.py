"""With the mask any token will do as a pad in BERT: the real tokens' vectors are the same, bit for bit. This holds in float32, float16 and bfloat16."""

import torch
from pytorch_pretrained_bert import BertConfig, BertModel

config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "initializer_range": 0.2,
    }
)
_real = [2, 17, 54, 23, 3]
_mask = torch.tensor([[1] * 5 + [0] * 4])
paddings = {
    "[PAD], id 0": [0, 0, 0, 0],
    "another token": [1, 1, 1, 1],
    "the end token": [3, 3, 3, 3],
    "any tokens": [88, 5, 61, 29],
}

_pads, *_others = paddings

same_with_mask, same_without_mask = {}, {}
for dtype in (torch.float32, torch.float16, torch.bfloat16):
    torch.manual_seed(0)
    _model = BertModel(config).eval().to(dtype)
    _masked, _unmasked = {}, {}
    with torch.no_grad():
        for name, ids in paddings.items():
            _token_ids = torch.tensor([_real + ids])
            _masked[name] = _model(
                _token_ids, attention_mask=_mask, output_all_encoded_layers=False
            )[0][:, :5, :]
            _unmasked[name] = _model(_token_ids, output_all_encoded_layers=False)[0][
                :, :5, :
            ]
    same_with_mask[str(dtype)] = [
        torch.equal(_masked[_pads], _masked[n]) for n in _others
    ]
    same_without_mask[str(dtype)] = [
        torch.equal(_unmasked[_pads], _unmasked[n]) for n in _others
    ]

for _name, _same in same_with_mask.items():
    print(f"{_name}: the same bits with {', '.join(_others)}")
    print(f"  with the mask {_same}, without {same_without_mask[_name]}")
for _name, _same in same_with_mask.items():
    assert all(_same), f"with the mask: {same_with_mask}"
    assert not any(same_without_mask[_name]), f"without it: {same_without_mask}"
