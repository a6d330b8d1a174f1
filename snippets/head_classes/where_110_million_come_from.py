"""BERT's parameter counts follow from its sizes and its class: each is a sum of named parts. So is 132,955,194, which counts the tied matrix twice."""

import torch
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertForPreTraining,
    BertForSequenceClassification,
    BertModel,
)

scope = "arithmetic"
decides = "the tied matrix twice"

# As published: width, layers, attention heads and inner width; and the vocabularies
SIZES = {"base": (768, 12, 12, 3072), "large": (1024, 24, 16, 4096)}
WORDS = {
    "multilingual-cased": 119547,
    "uncased": 30522,
    "cased": 28996,
    "chinese": 21128,
}
POSITIONS, TYPES, LABELS = 512, 2, 2
CLASSES = {
    "BertModel": BertModel,
    "BertForMaskedLM": BertForMaskedLM,
    "BertForPreTraining": BertForPreTraining,
    "BertForSequenceClassification": BertForSequenceClassification,
}
HAS = {  # beside the embeddings and the layers
    "`BertModel` without its pooler": [],  # add_pooling_layer=False
    "`BertModel`": ["pooler"],
    "`BertForSequenceClassification`, two labels": ["pooler", "two labels"],
    "`BertForMaskedLM`": ["transform", "token bias"],
    "`BertForPreTraining`": ["transform", "token bias", "pooler", "two labels"],
    "`BertForMaskedLM`, the tied matrix twice": ["transform", "token bias", "matrix"],
    "`BertForMaskedLM`'s state dict": [
        *("transform", "token bias", "matrix", "token bias")
    ],
}


def parts_by_hand(size, words):
    width, layers, _, inner = size  # the number of attention heads changes no count
    norm, square = 2 * width, width * width + width
    feed_forward = width * inner + inner + inner * width + width
    return {
        "embeddings": (words + POSITIONS + TYPES) * width + norm,
        "layers": layers * (4 * square + norm + feed_forward + norm),
        "pooler": square,
        "transform": square + norm,
        "token bias": words,
        "two labels": LABELS * width + LABELS,
        "matrix": words * width,
    }


def built(size, words, what):
    width, layers, heads, inner = size
    config = BertConfig(
        vocab_size=words,
        max_position_embeddings=POSITIONS,
        type_vocab_size=TYPES,
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        intermediate_size=inner,
        num_labels=LABELS,
    )
    without = {"add_pooling_layer": False} if "without" in what else {}
    with torch.device("meta"):  # shapes without the numbers
        return CLASSES[what.split("`")[1]](config, **without)


def counted(model, what):
    if "state dict" in what:
        return sum(tensor.numel() for tensor in model.state_dict().values())
    if "matrix twice" in what:
        named = model.named_parameters(remove_duplicate=False)
        return sum(p.numel() for name, p in named if not name.endswith("decoder.bias"))
    return model.num_parameters()


LISTED = ["`BertModel`", "`BertForMaskedLM`", "`BertForPreTraining`"]
TWICE = "`BertForMaskedLM`, the tied matrix twice"
ASKED_FOR = [("base", "uncased", what) for what in [*LISTED, TWICE]]
ASKED_FOR += [("base", w, "`BertModel`") for w in ("cased", "multilingual-cased")]
ASKED_FOR += [("large", "uncased", what) for what in LISTED]
ASKED_FOR += [("large", "cased", "`BertModel`")]
OTHERS = [("base", "uncased", what) for what in HAS if what not in [*LISTED, TWICE]]
OTHERS += [("base", "chinese", "`BertModel`")]
_by_what = {}
for _size, _words, _what in ASKED_FOR + OTHERS:
    _parts = parts_by_hand(SIZES[_size], WORDS[_words])
    _number = sum(_parts[part] for part in ["embeddings", "layers", *HAS[_what]])
    _of_the_model = counted(built(SIZES[_size], WORDS[_words], _what), _what)
    _of = f"bert-{_size}-{_words}"
    _by_what[_of, _what] = _number
    print(f"{_number:>11,} {_of}, {_what.replace('`', '')}")
    assert _number == _of_the_model, f"{_what}, {_of}: {_of_the_model:,}"

numbers = [
    {"parameters": _by_what[of, what], "of": f"{of}, {what}"}
    for of, what in list(_by_what)[: len(ASKED_FOR)]
]
base_masked_lm = _by_what["bert-base-uncased", "`BertForMaskedLM`"]
base_total = _by_what["bert-base-uncased", "`BertModel`"]
multilingual_total = _by_what["bert-base-multilingual-cased", "`BertModel`"]
without_pooler = _by_what["bert-base-uncased", "`BertModel` without its pooler"]
matrix_counted_twice = _by_what["bert-base-uncased", TWICE]
in_the_state_dict = _by_what["bert-base-uncased", "`BertForMaskedLM`'s state dict"]
base_for_pretraining = _by_what["bert-base-uncased", "`BertForPreTraining`"]
large_for_pretraining = _by_what["bert-large-uncased", "`BertForPreTraining`"]
GOOGLES = {"base": 110, "large": 340}  # its README, in millions
rounded = {
    f"{name}, {size}": 10 * round(_by_what[f"bert-{size}-uncased", f"`{name}`"] / 1e7)
    for name in ("BertModel", "BertForMaskedLM", "BertForPreTraining")
    for size in SIZES
}
layers_times_hidden_times_heads = 12 * 768 * 12
print("rounded, in millions:", rounded)
print(f"12 · 768 · 12 = {layers_times_hidden_times_heads:,}")
for _name, _millions in rounded.items():
    assert _millions == GOOGLES[_name.split(", ")[1]], f"{rounded}"
assert 900 < base_total / layers_times_hidden_times_heads < 1100
