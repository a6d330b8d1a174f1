"""ALBERT-base looks up 128 numbers a token and widens them to 768: a sixth of the numbers in a matrix 768 wide. Its head goes the other way, from 768 to 128, and the tie saves the narrow matrix alone."""

import torch
import transformers
from transformers import AutoConfig

scope = "arithmetic"
decides = "as two factors"

shapes, saved, looked_up = {}, {}, {}
for file, name, way_in, way_out in (
    ("configs/bert.json", "BertForMaskedLM", None, "cls.predictions.transform.dense"),
    (
        "configs/albert.json",
        "AlbertForMaskedLM",
        "albert.encoder.embedding_hidden_mapping_in",
        "predictions.dense",
    ),
):
    config = AutoConfig.from_pretrained(file)
    with torch.device("meta"):  # whole, but without memory
        _model = getattr(transformers, name)(config)
    _model.tie_weights()  # which some releases leave out on `meta`
    _layers = {
        "lookup": _model.get_input_embeddings(),
        "after the lookup": _model.get_submodule(way_in) if way_in else None,
        "dense layer of the head": _model.get_submodule(way_out),
        "output layer": _model.get_output_embeddings(),
    }
    shapes[name] = {
        layer: "none" if _module is None else list(_module.weight.shape)
        for layer, _module in _layers.items()
    }
    looked_up[name] = sum(  # what turns an id into a vector as wide as the body
        _module.weight.numel() for _module in list(_layers.values())[:2] if _module
    )
    _names = _model.named_parameters(remove_duplicate=False)
    _once = sum(p.numel() for p in _model.parameters() if p.ndim > 1)
    saved[name] = sum(p.numel() for _, p in _names if p.ndim > 1) - _once

V, E, H = config.vocab_size, config.embedding_size, config.hidden_size  # ALBERT's
one_matrix, two_factors = V * H, V * E + E * H
times_smaller = one_matrix / two_factors
for name, layers in shapes.items():
    print(name, *(f"{layer} {shape}" for layer, shape in layers.items()), sep="; ")
    print(f"  the tie saves {saved[name]:,} numbers")
print(f"V × H = {one_matrix:,}; as two factors, V × E + E × H = {two_factors:,}")
_narrow, _wide = shapes["AlbertForMaskedLM"], shapes["BertForMaskedLM"]
assert _narrow["lookup"] == _narrow["output layer"] == [V, E], _narrow
assert _narrow["after the lookup"] == [H, E], _narrow
assert _narrow["dense layer of the head"] == [E, H] == [128, 768], _narrow
assert _wide["dense layer of the head"] == [H, H], _wide
assert saved["AlbertForMaskedLM"] == V * E, saved
assert looked_up["AlbertForMaskedLM"] == two_factors, looked_up
assert 5.5 < times_smaller < 6.5, times_smaller
