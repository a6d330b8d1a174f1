"""With `quantize_dynamic`, a text's vectors in pydoc-bert depend on its batch although the mask is right. The pads and the token that pads each move one by more than 2 % of its length, and another text of the same number of tokens by more than 4 %. In float32 none of them does."""

import warnings

import torch
from transformers import AutoTokenizer, BertModel, logging

scope = "checkpoint"
decides = "beside another text"

logging.set_verbosity_error()  # the load report has a page of its own
warnings.filterwarnings("ignore")  # torch.ao.quantization is deprecated
folder = "checkpoints/pydoc-bert"
tokenizer = AutoTokenizer.from_pretrained(folder)
float32 = BertModel.from_pretrained(folder).eval()  # as the file is
quantized = torch.ao.quantization.quantize_dynamic(float32, {torch.nn.Linear})
_texts = ["return the length of a file", "raise an error if a value"]
_alone = tokenizer(_texts[:1], return_tensors="pt")
_two = tokenizer(_texts, return_tensors="pt")  # no pads: they are equally long
_pads = tokenizer(_texts[:1], padding="max_length", max_length=32, return_tensors="pt")
_word = tokenizer.convert_tokens_to_ids("return")
_ids = _pads["input_ids"].masked_fill(_pads["attention_mask"] == 0, _word)
_words = {**_pads, "input_ids": _ids}
length = _alone["input_ids"].shape[1]
pairs = {
    "pads or none": (_pads, _alone),
    "a word or [PAD] as the pad": (_words, _pads),
    "beside another text or alone": (_two, _alone),
}


def differ(model):
    """The most that a vector of the text differs, as a share of its length."""
    found = {}
    for name, batches in pairs.items():
        with torch.no_grad():
            one, other = (model(**batch)[0][0, :length] for batch in batches)
        found[name] = ((one - other).norm(dim=1) / other.norm(dim=1)).max().item()
    return found


_in_float32, _in_quantized = differ(float32), differ(quantized)
float32_below, pads_above, text_above = 5e-5, 0.02, 0.04
_bounds = dict(zip(pairs, (pads_above, pads_above, text_above), strict=True))
for _name, _above in _bounds.items():
    print(f"{_name}: float32 below {float32_below}, quantized above {_above}")
assert max(_in_float32.values()) < float32_below, f"{_in_float32}"
for _name, _above in _bounds.items():
    assert _in_quantized[_name] > _above, f"{_in_quantized}"
