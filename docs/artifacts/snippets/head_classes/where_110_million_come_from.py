"""BERT's parameters follow from six numbers of its configuration: added up by hand they are those of `BertModel`, at both published sizes."""

import torch
from transformers import BertConfig, BertModel

scope = "arithmetic"
decides = "bert-base: embeddings"

uncased, multilingual_cased = 30522, 119547  # their vocabularies
positions, types = 512, 2


def by_hand(hidden, layers, inner, words=uncased):
    norm = 2 * hidden
    attention = 4 * (hidden * hidden + hidden) + norm
    feed_forward = hidden * inner + inner + inner * hidden + hidden + norm
    return {
        "embeddings": (words + positions + types) * hidden + norm,
        "layers": layers * (attention + feed_forward),
        "pooler": hidden * hidden + hidden,
    }


def by_the_model(hidden, layers, inner, heads, words=uncased):
    config = BertConfig(
        vocab_size=words,
        max_position_embeddings=positions,
        type_vocab_size=types,
        hidden_size=hidden,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        intermediate_size=inner,
    )
    with torch.device("meta"):  # shapes without the numbers
        model = BertModel(config)
    return sum(p.numel() for p in model.parameters())


base, large = by_hand(768, 12, 3072), by_hand(1024, 24, 4096)
base_total, large_total = sum(base.values()), sum(large.values())
base_of_the_model = by_the_model(768, 12, 3072, 12)
large_of_the_model = by_the_model(1024, 24, 4096, 16)
multilingual_total = sum(by_hand(768, 12, 3072, multilingual_cased).values())
multilingual_of_the_model = by_the_model(768, 12, 3072, 12, multilingual_cased)
layers_times_hidden_times_heads = 12 * 768 * 12

for name, parts in (("base", base), ("large", large)):
    print(f"bert-{name}:", *(f"{part} {count:,}" for part, count in parts.items()))
    print(f"  in all {sum(parts.values()):,}")
print(f"bert-base with the multilingual vocabulary: {multilingual_total:,}")
print(f"12 · 768 · 12 = {layers_times_hidden_times_heads:,}")
assert base_total == base_of_the_model, f"{base_of_the_model:,}"
assert large_total == large_of_the_model, f"{large_of_the_model:,}"
assert multilingual_total == multilingual_of_the_model
assert 900 < base_total / layers_times_hidden_times_heads < 1100
