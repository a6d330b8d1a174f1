"""With `quantize_dynamic`, a text's vectors depend on its batch although the mask is right. Add pads, use a different token as the pad, or batch the text with another one of the same number of tokens: each moves one of all-MiniLM's vectors by more than a tenth of its length, and one of pydoc-bert's by more than 2%. In float32 each changes only the rounding."""

import warnings

import torch
from transformers import AutoTokenizer, BertModel, logging

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"
needs = ("bert", "encoder")
scope = "checkpoint"
needs_cpu = "its int8 kernels are for CPUs"
decides = "beside another text"

logging.set_verbosity_error()  # the load report has a page of its own
warnings.filterwarnings("ignore")  # torch.ao.quantization is deprecated
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
float32 = BertModel.from_pretrained(checkpoint).eval()  # as the file is
quantized = torch.ao.quantization.quantize_dynamic(float32, {torch.nn.Linear})
_texts = ["return the length of a file", "raise an error if a value"]
_alone = tokenizer(_texts[:1], return_tensors="pt")
_two = tokenizer(_texts, padding=True, return_tensors="pt")
_pads = tokenizer(_texts[:1], padding="max_length", max_length=32, return_tensors="pt")
_word = tokenizer.convert_tokens_to_ids("return")
_ids = _pads["input_ids"].masked_fill(_pads["attention_mask"] == 0, _word)
_words = {**_pads, "input_ids": _ids}
length = _alone["input_ids"].shape[1]
assert _two["input_ids"].shape[1] == length, "one of the two has pads"
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
float32_below = 5e-5
moved_above = 0.1 if "MiniLM" in checkpoint else 0.02
for _name in pairs:
    print(f"{_name}: float32 below {float32_below}, quantized above {moved_above}")
assert max(_in_float32.values()) < float32_below, f"{_in_float32}"
assert min(_in_quantized.values()) > moved_above, f"{_in_quantized}"
