"""Average a text's vectors with the mask, and divide by at least 1: then padding does not change the mean. Average only if the model was trained with a mean: `1_Pooling/config.json` says it. This holds in pydoc-bert, in float32 and float16, up to rounding. A text without a real token gets zeros if its vectors are no NaN, where a division by 0 gives NaN. A plain mean counts the pads, and is another one."""

import torch
from transformers import AutoTokenizer, BertModel, logging

scope = "checkpoint"
decides = "float16"

logging.set_verbosity_error()  # the load report has a page of its own
folder = "pydoc-bert"
tokenizer = AutoTokenizer.from_pretrained(folder)
texts = ["return the file", "return the number of bytes that were read from the file"]
_alone = tokenizer(texts[0], return_tensors="pt")
_batch = tokenizer([*texts, ""], padding=True, return_tensors="pt")
_batch["attention_mask"][2] = 0  # a text without a real token
_mask = _batch["attention_mask"][:, :, None]
rounding_is_below = {"float32": 1e-5, "float16": 0.01}  # of the mean's length
for name, most in rounding_is_below.items():
    model = BertModel.from_pretrained(folder).to(getattr(torch, name)).eval()
    with torch.no_grad():
        _vectors = model(**_batch)[0]
        _right = model(**_alone)[0][0].mean(dim=0)
    _total, _tokens = (_vectors * _mask).sum(dim=1), _mask.sum(dim=1)
    _means = _total / _tokens.clamp(min=1)
    _masked = (torch.dist(_means[0], _right) / _right.norm()).item()
    _plain = (torch.dist(_vectors[0].mean(dim=0), _right) / _right.norm()).item()
    print(f"{name}: the mean with the mask is off by less than {most},", end=" ")
    print("the plain one by over 0.1")
    assert _masked < most, (name, _masked)
    assert 0.1 < _plain < 1, (name, _plain)
    assert not _means[2].any(), "not zeros"
    assert (_total / _tokens)[2].isnan().all(), "a division by 0 gives numbers"
