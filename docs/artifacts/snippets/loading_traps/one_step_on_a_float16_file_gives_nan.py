"""A float16 file, loaded without `dtype` and trained by one step of `torch.optim.AdamW` as it comes, holds NaN. After `model.float()`, or with `fused=True`, it does not."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
_token_ids = torch.tensor([[2, 5, 7, 3]])
has_nan = {}
with tempfile.TemporaryDirectory() as _folder:
    BertForMaskedLM(config).half().save_pretrained(_folder)
    for _way in ("as loaded", "after float()", "fused"):
        _model = BertForMaskedLM.from_pretrained(_folder)
        if _way == "after float()":
            _model.float()
        _logits = _model(_token_ids)[0]
        torch.nn.functional.cross_entropy(_logits[0].float(), _token_ids[0]).backward()
        _options = {"fused": True} if _way == "fused" else {}
        torch.optim.AdamW(_model.parameters(), lr=2e-5, **_options).step()
        has_nan[_way] = any(p.isnan().any().item() for p in _model.parameters())

print("NaN after one step:", has_nan)
assert not has_nan["after float()"]
assert not has_nan["fused"], "a fused step gives NaN, too"
assert has_nan["as loaded"], "the model as loaded has no NaN"
