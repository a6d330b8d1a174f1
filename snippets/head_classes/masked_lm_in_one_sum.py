"""bert-base-uncased's `BertForMaskedLM` has 23,837,184 + 85,054,464 + 592,128 + 30,522 = 109,514,298 parameters: embeddings, twelve layers, transform and bias. The decoder adds none, because its matrix is the embedding's and its bias is `predictions.bias`."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "arithmetic"

with torch.device("meta"):  # shapes and ties without the numbers
    model = BertForMaskedLM(
        BertConfig(
            vocab_size=30522,
            hidden_size=768,
            num_hidden_layers=12,
            num_attention_heads=12,
            intermediate_size=3072,
        )
    )
_head = model.cls.predictions
_parts = {
    "embeddings": model.bert.embeddings.parameters(),
    "layers": model.bert.encoder.parameters(),
    "transform": _head.transform.parameters(),
    "bias": [_head.bias],
}
_parts = {name: list(parameters) for name, parameters in _parts.items()}
parts = {name: sum(p.numel() for p in of_it) for name, of_it in _parts.items()}
total = sum(p.numel() for p in model.parameters())
_counted = {id(p) for of_it in _parts.values() for p in of_it}
decoder_adds = sum(
    p.numel() for p in _head.decoder.parameters() if id(p) not in _counted
)

print("; ".join(f"{name} {number:,}" for name, number in parts.items()))
print(f"the decoder adds {decoder_adds}")
print(" + ".join(f"{number:,}" for number in parts.values()), f"= {total:,}")
assert list(parts.values()) == [23_837_184, 85_054_464, 592_128, 30_522], f"{parts}"
assert sum(parts.values()) == total == 109_514_298, f"{total:,}"
assert decoder_adds == 0, f"{decoder_adds:,}"
