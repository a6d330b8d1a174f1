"""The published size of bert-base-uncased's model.safetensors follows from the class alone, to the byte: four for each parameter of `BertForPreTraining`, and a header with the LayerNorms' names of 2018."""

import json

import torch
from transformers import BertConfig, BertForPreTraining

scope = "arithmetic"
decides = "LayerNorm.gamma"

published_bytes = 440449768  # a download's error names it: huggingface_hub, issue 1531
bert_base = BertConfig(
    vocab_size=30522,
    hidden_size=768,
    num_hidden_layers=12,
    num_attention_heads=12,
    intermediate_size=3072,
    max_position_embeddings=512,
)
with torch.device("meta"):  # names and shapes without the numbers
    model = BertForPreTraining(bert_base)


def size_in_bytes(names):
    header, place = {"__metadata__": {"format": "pt"}}, 0
    for name in sorted(names):
        end = place + 4 * names[name].numel()
        header[name] = {"dtype": "F32", "shape": list(names[name].shape)}
        header[name]["data_offsets"] = [place, end]
        place = end
    text = json.dumps(header, separators=(",", ":"))
    return 8 + (len(text) + 7) // 8 * 8 + place


today = dict(model.named_parameters())
of_2018 = {
    name.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta"): p
    for name, p in today.items()
}
bytes_with_names_of_2018 = size_in_bytes(of_2018)
bytes_with_names_of_today = size_in_bytes(today)
numbers = sum(p.numel() for p in model.parameters())

print(f"{numbers:,} numbers of four bytes: {4 * numbers:,}")
print(f"with a header, LayerNorm.gamma and .beta:  {bytes_with_names_of_2018:,}")
print(f"with a header, LayerNorm.weight and .bias: {bytes_with_names_of_today:,}")
assert bytes_with_names_of_2018 == published_bytes
