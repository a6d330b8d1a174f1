"""ALBERT-base looks up 128 numbers a token and widens them to 768, with a sixth of the numbers of a matrix 768 wide. Its head narrows from 768 to 128: its scores vary in at most 128 directions, and the tie saves the narrow matrix alone."""

import torch
import transformers
from transformers import AutoConfig

scope = "arithmetic"
decides = "as two factors"

shapes, saved, looked_up, directions = {}, {}, {}, {}
for file, name, way_in, way_out in (
    ("configs/bert.json", "BertForMaskedLM", None, "cls.predictions.transform.dense"),
    (
        "configs/albert.json",
        "AlbertForMaskedLM",
        "albert.encoder.embedding_hidden_mapping_in",
        "predictions.dense",
    ),
):
    torch.manual_seed(0)
    config = AutoConfig.from_pretrained(file)
    config.num_hidden_layers = 1  # embedding and head have their published sizes
    _model = getattr(transformers, name)(config).eval()
    _output = _model.get_output_embeddings()
    _layers = {
        "lookup": _model.get_input_embeddings(),
        "after the lookup": _model.get_submodule(way_in) if way_in else None,
        "dense layer of the head": _model.get_submodule(way_out),
        "output layer": _output,
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
    _head = getattr(_model, "cls", getattr(_model, "predictions", None))
    with torch.no_grad():  # of 300 vectors; LayerNorm's mean takes one direction
        _scores = _head(torch.randn(300, config.hidden_size))  # the bias is zero
    directions[name] = torch.linalg.matrix_rank(_scores[:, :1000]).item()

V, E, H = config.vocab_size, config.embedding_size, config.hidden_size  # ALBERT's
one_matrix, two_factors = V * H, V * E + E * H
times_smaller = one_matrix / two_factors
few_tokens, few_narrow, few_wide = 591, 128, 256  # a published ALBERT for chemistry
with_few_tokens = {
    "one_matrix": few_tokens * few_wide,
    "two_factors": few_tokens * few_narrow + few_narrow * few_wide,
}
for name, layers in shapes.items():
    print(name, *(f"{layer} {shape}" for layer, shape in layers.items()), sep="; ")
    print(f"  the tie saves {saved[name]:,} numbers;", end=" ")
    print(f"the scores of 300 vectors vary in {directions[name]} directions")
print(f"V × H = {one_matrix:,}; as two factors, V × E + E × H = {two_factors:,}")
print(f"with {few_tokens} tokens:", with_few_tokens)
_narrow, _wide = shapes["AlbertForMaskedLM"], shapes["BertForMaskedLM"]
assert _narrow["lookup"] == _narrow["output layer"] == [V, E], _narrow
assert _narrow["after the lookup"] == [H, E], _narrow
assert _narrow["dense layer of the head"] == [E, H] == [128, 768], _narrow
assert _wide["dense layer of the head"] == [H, H], _wide
assert saved["AlbertForMaskedLM"] == V * E, saved
assert looked_up["AlbertForMaskedLM"] == two_factors, looked_up
assert directions["AlbertForMaskedLM"] <= E < directions["BertForMaskedLM"], directions
assert 5.5 < times_smaller < 6.5, times_smaller
_share = with_few_tokens["two_factors"] / with_few_tokens["one_matrix"]
assert 0.7 < _share < 0.75, f"{_share} where the vocabulary is small"
