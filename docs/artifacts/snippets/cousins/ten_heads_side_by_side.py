"""Nine of ten pre-training classes, at their published sizes, score words with the word embedding's own matrix; ELECTRA's discriminator scores no words at all."""

import torch
import transformers
from torch import nn
from transformers import AutoConfig

_models = {  # the configuration, and the class that its pre-training head belongs to
    "BERT": ("configs/bert.json", "BertForPreTraining"),
    "RoBERTa": ("configs/roberta.json", "RobertaForMaskedLM"),
    "DistilBERT": ("configs/distilbert.json", "DistilBertForMaskedLM"),
    "ALBERT": ("configs/albert.json", "AlbertForPreTraining"),
    "ELECTRA generator": ("configs/electra-generator.json", "ElectraForMaskedLM"),
    "ELECTRA discriminator": (
        "configs/electra-discriminator.json",
        "ElectraForPreTraining",
    ),
    "DeBERTa-v3": ("configs/deberta-v3.json", "DebertaV2ForMaskedLM"),
    "ModernBERT": ("configs/modernbert.json", "ModernBertForMaskedLM"),
    "T5": ("configs/t5.json", "T5ForConditionalGeneration"),
    "GPT-2": ("configs/gpt2.json", "GPT2LMHeadModel"),
}


def layers_in_order(config, name):
    """The names of the layers of a thin model of that class, as one text meets them."""
    for width in ("hidden_size", "embedding_size", "pooler_hidden_size", "d_kv"):
        if hasattr(config, width):
            setattr(config, width, getattr(config, width) // 32)
    config.num_hidden_layers, config.num_attention_heads = 1, 2
    model = getattr(transformers, name)(config).eval()
    called, ids = [], torch.tensor([[17, 54, 23]])
    for path, module in model.named_modules():
        if not list(module.children()):
            module.register_forward_hook(lambda *_, path=path: called.append(path))
    arguments = {"decoder_input_ids": ids} if config.is_encoder_decoder else {}
    with torch.no_grad():
        model(input_ids=ids, **arguments)
    return called


def said(layer):
    """A layer in a word or two."""
    if isinstance(layer, nn.Linear):
        return f"Linear {layer.in_features}→{layer.out_features}"
    return type(layer).__name__.replace("Activation", "")


heads = []
for model, (file, name) in _models.items():
    config = AutoConfig.from_pretrained(file)
    with torch.device("meta"):
        _full = getattr(transformers, name)(config)  # whole, but without memory
    _full.tie_weights()  # which some releases leave out on `meta`
    _matrix = _full.get_input_embeddings().weight
    _output = _full.get_output_embeddings()
    _bias = getattr(_output, "bias", None)
    _body = {_full.base_model_prefix, "shared", "encoder"}  # T5 has no prefix
    _body |= {"decoder"} if config.is_encoder_decoder else set()
    _layers = [(p, _full.get_submodule(p)) for p in layers_in_order(config, name)]
    _uses = [p for p, m in _layers if getattr(m, "weight", None) is _matrix]
    _head = [m for p, m in _layers if p.split(".")[0] not in _body]
    _all = sum(parameter.numel() for parameter in _full.parameters())  # each once
    _saved = max(len(_uses) - 1, 0) * _matrix.numel()
    _every = _full.named_parameters(remove_duplicate=False)
    heads.append(
        {
            "model": model,
            "class": name,
            "parameters": _all,
            "saved by tying": _saved,
            "saved, %": round(100 * _saved / (_all + _saved), 1),
            "uses of the matrix": len(_uses),
            "width": "none" if _output is None else _output.in_features,
            "head, in order": ", ".join(map(said, _head)),
            "output layer": next((p for p, m in _layers if m is _output), "none"),
            "output bias": " = ".join(n for n, p in _every if p is _bias) or "none",
        }
    )

for row in heads:
    print(*row.values(), sep=" · ")
_by = {row["model"]: row for row in heads}
models_that_tie = sum(row["uses of the matrix"] > 1 for row in heads)
assert models_that_tie == 9, models_that_tie
shares = [row["saved, %"] for row in heads if row["saved, %"]]
smallest_share, largest_share = min(shares), max(shares)
assert _by["ELECTRA discriminator"]["output layer"] == "none"
assert _by["T5"]["uses of the matrix"] == 3, _by["T5"]
for _model, _published in {
    "BERT": 110_106_428,
    "DistilBERT": 66_985_530,
    "ModernBERT": 149_655_232,
    "T5": 222_903_552,
    "GPT-2": 124_439_808,
}.items():
    assert _by[_model]["parameters"] == _published, _by[_model]
assert largest_share < 50, largest_share
