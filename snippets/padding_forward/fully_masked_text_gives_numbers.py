"""On a CPU, if every position of a text is masked, BERT gives it meaningless numbers; in float16, eager attention can give it NaN. In float32 eager attention averages the text's values, sdpa and uncompiled flex attention give zeros. The masked mean of such a text is NaN unless its divisor is clamped to 1, and its vectors are no NaN themselves: in float16 a clamp to 1e-9 does not help."""

import tempfile
import warnings
from pathlib import Path

import torch
import transformers
from transformers import BertConfig, BertModel

scope = "library"
decides = "eager:"

torch.compiler.set_stance("force_eager")  # to compile flex takes half a minute
warnings.filterwarnings("ignore", message="flex_attention called without")
_words = "[PAD] [UNK] [CLS] [SEP] [MASK] return the file"
with tempfile.TemporaryDirectory() as _folder:
    _file = Path(_folder, "vocab.txt")
    _file.write_text("\n".join(_words.split()))
    tokenizer = transformers.BertTokenizer(str(_file))
empty_string_becomes = tokenizer.decode(tokenizer("")["input_ids"])

_ids = torch.tensor([[2, 5, 6, 7, 3], [0, 0, 0, 0, 0]])
_mask = torch.tensor([[1, 1, 1, 1, 1], [0, 0, 0, 0, 0]])


def outputs(attention, dtype, weights, seed):
    """BERT's outputs; of the masked text what each layer's attention reads, gives."""
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=8,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        initializer_range=weights,
    )
    config._attn_implementation = attention
    model = BertModel(config).eval().to(dtype)
    read, given = [], []
    for layer in model.encoder.layer:
        layer.attention.self.value.register_forward_hook(
            lambda *call: read.append(call[2][1])
        )
        layer.attention.self.register_forward_hook(
            lambda *call: given.append(call[2][0][1])
        )
    with torch.no_grad():
        vectors = model(_ids, attention_mask=_mask)[0]
    return vectors, torch.stack(read), torch.stack(given)


overflows_at = -16  # a score there and float16's lowest number: −inf
_scores = torch.tensor([overflows_at, overflows_at + 0.02]).half()
_sums = _scores + torch.finfo(torch.float16).min
assert _sums.isinf().tolist() == [True, False], _sums
_gives_nan = []
for attention in ("eager", "sdpa"):
    for _dtype in (torch.float32, torch.bfloat16, torch.float16):
        for _weights, _seed in [(0.2, 0), *((2.0, seed) for seed in range(8))]:
            _vectors, *_ = outputs(attention, _dtype, _weights, _seed)
            if _vectors[1].isnan().any():
                _gives_nan.append(f"{attention}, {_dtype}")
for attention in ("eager", "sdpa", "flex_attention"):
    _vectors, _values, _given = outputs(attention, torch.float32, 0.2, seed=0)
    _average = _values.mean(dim=1, keepdim=True).expand_as(_given)
    _expected = _average if attention == "eager" else torch.zeros_like(_given)
    assert torch.allclose(_given, _expected, atol=1e-5), attention
    assert _average.abs().max() > 0.1 and _vectors.isfinite().all()
    print(f"{attention}: {'the mean of its values' if _given.any() else 'zeros'}")
_total, _count = (_vectors * _mask[:, :, None]).sum(dim=1), _mask.sum(dim=1)[:, None]
mean_is_nan = (_total / _count).isnan().any(dim=1).tolist()
clamped_mean_is_zero, tiny_clamp_is_nan = {}, {}
for _dtype in (torch.float32, torch.float16):
    _sums, _tokens = _total.to(_dtype)[1], _count.to(_dtype)[1]
    clamped_mean_is_zero[f"{_dtype}"] = not (_sums / _tokens.clamp(min=1)).any().item()
    _mean = _sums / _tokens.clamp(min=1e-9)
    tiny_clamp_is_nan[f"{_dtype}"] = _mean.isnan().all().item()

print("NaN in the outputs:", ", ".join(sorted({*_gives_nan})))
print(f"its masked mean is NaN: {mean_is_nan[1]}", end="; ")
print("zeros if clamped to 1:", clamped_mean_is_zero)
print("NaN if clamped to 1e-9:", tiny_clamp_is_nan)
print("an empty string becomes", empty_string_becomes)
_seen = ({*_gives_nan}, empty_string_becomes)
assert _seen == ({"eager, torch.float16"}, "[CLS] [SEP]"), _seen
_clamped = [*clamped_mean_is_zero.values(), *tiny_clamp_is_nan.values()]
assert (mean_is_nan, _clamped) == ([False, True], [True, True, False, True])
