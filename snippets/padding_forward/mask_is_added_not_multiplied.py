"""In eager attention BERT's mask is added before the softmax, as a large negative number: a pad's weight becomes 0. To multiply its score by 0 would leave it weight. The default attention, sdpa, gets a mask of true and false, with the same vectors up to rounding. The number is the dtype's minimum; −10000, as in old releases, gives a weight of 0 as well, in float32, float16 and bfloat16."""

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "multiplied by 0"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "output_attentions": True,
    }
)
config._attn_implementation = "eager"
model = BertModel(config).eval()
_added = []
model.encoder.layer[0].register_forward_pre_hook(
    lambda _layer, arguments: _added.append(arguments[1][0, 0, -1])
)
_token_ids = torch.tensor([[2, 17, 54, 23, 3, 0, 0, 0]])
_real = _token_ids[0] != 0
with torch.no_grad():
    _weights = model(_token_ids, attention_mask=_real[None].long())[2][0]

_whole = model(_token_ids, attention_mask=_real[None].long())[0][0, _real]
config._attn_implementation = "sdpa"
config.output_attentions = False
_default = BertModel(config).eval()
_default.load_state_dict(model.state_dict())
_passed = []
_default.encoder.layer[0].register_forward_pre_hook(
    lambda _layer, arguments: _passed.append(arguments[1])
)
_same = _default(_token_ids, attention_mask=_real[None].long())[0][0, _real]
dtype_by_default = _passed[0].dtype

in_old_releases = -10_000
_smallest = torch.finfo(torch.float32).min
_numbers = sorted(set(_added[0].tolist()))
_scores = torch.randn(8)
_multiplied = (_scores * _real).softmax(0)[~_real].sum().item()
_by_hand = 3 / (3 + _scores[_real].exp().sum().item())  # each pad has e to the 0
_left = {}
for _dtype in (torch.float32, torch.float16, torch.bfloat16):
    for _number in (torch.finfo(_dtype).min, in_old_releases):
        _masked = _scores.to(_dtype) + (~_real).to(_dtype) * _number
        _left[_dtype, _number] = _masked.softmax(0)[~_real].max().item()

print("added to the scores:", _numbers, "so a pad's weight is", end=" ")
print(_weights[..., ~_real].max().item())
print("the default attention is passed a mask of", dtype_by_default)
print("dtype's minimum or −10000, in three dtypes:", set(_left.values()))
print(f"multiplied by 0, the pads have {_multiplied:.2f} of the weight")
assert _numbers in ([_smallest, 0], [in_old_releases, 0]), f"added: {_numbers}"
assert torch.equal(_added[0] == 0, _real), _added
assert _weights[..., ~_real].max() == 0 < _weights[..., _real].min()
assert list(_left.values()) == [0] * 6, _left
assert abs(_multiplied - _by_hand) < 1e-6
assert _multiplied > 0.02, _multiplied
assert torch.allclose(_same, _whole, atol=1e-5), "other vectors by default"
assert dtype_by_default == torch.bool, f"by default: {dtype_by_default}"
