"""Of four files that bert-base could have, only the one with both heads has the size of the hub's file, to the byte. The others are without the NSP head, without the MLM head, and as saved from BertForMaskedLM."""

import json

import torch
from transformers import BertConfig, BertForPreTraining

scope = "arithmetic"
decides = "both heads:"

# bert-base-uncased's model.safetensors: huggingface_hub, issue 1531
PUBLISHED_BYTES = 440449768


def bytes_of_a_file(named):
    """A length, a line of JSON with names, types, shapes, places; and the numbers."""
    header, place = {"__metadata__": {"format": "pt"}}, 0
    for name, tensor in sorted(named.items()):
        end = place + 4 * tensor.numel()  # float32
        header[name] = {"dtype": "F32", "shape": list(tensor.shape)}
        header[name]["data_offsets"] = [place, end]
        place = end
    text = json.dumps(header, separators=(",", ":"))
    return 8 + (len(text) + 7) // 8 * 8 + place  # filled up to a multiple of eight


with torch.device("meta"):  # names and shapes without the numbers
    model = BertForPreTraining(BertConfig())
_named = {
    name.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta"): tensor
    for name, tensor in model.named_parameters()  # a tied tensor once
}
LEFT_OUT = {
    "both heads": (),
    "no NSP head": ("cls.seq_relationship.",),
    "no MLM head": ("cls.predictions.",),
    "as BertForMaskedLM saves": ("cls.seq_relationship.", "bert.pooler."),
}
file_bytes = {}
for _what, _fronts in LEFT_OUT.items():
    _kept = {k: t for k, t in _named.items() if not k.startswith(_fronts)}
    file_bytes[_what] = bytes_of_a_file(_kept)
bytes_short = {what: PUBLISHED_BYTES - size for what, size in file_bytes.items()}
bytes_of_the_nsp_head = bytes_short["no NSP head"]

print(f"the hub's file: {PUBLISHED_BYTES:,} bytes")
for _what, _size in file_bytes.items():
    print(f"{_what}: {_size:,} bytes, {bytes_short[_what]:,} fewer")
_fitting = [what for what, short in bytes_short.items() if short == 0]
assert _fitting == ["both heads"], f"{bytes_short}"
