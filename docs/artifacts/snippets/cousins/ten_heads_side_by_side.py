"""Of ten models at their published sizes nine score tokens with the word embedding's own matrix, one of them, DeBERTa-v3, with a head that the library gives it in place of its own; ELECTRA's discriminator scores no tokens."""

import torch
import transformers
from torch import nn
from transformers import AutoConfig

scope = "library"

_models = {
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
    """The layers of a thin model of that class, by name, as one text meets them.

    RoBERTa's head calls a GELU that is no part of the model: it has no name.
    """
    for width in ("hidden_size", "embedding_size", "pooler_hidden_size", "d_kv"):
        if hasattr(config, width):
            setattr(config, width, getattr(config, width) // 32)
    config.num_hidden_layers, config.num_attention_heads = 1, 2
    model = getattr(transformers, name)(config).eval()
    called, ids = [], torch.tensor([[17, 54, 23]])
    names = {module: path for path, module in model.named_modules()}

    def note(module, *_):
        if not list(module.children()):
            called.append((names.get(module, ""), module))

    torch.nn.modules.module.register_module_forward_hook(note)  # of every model
    arguments = {"decoder_input_ids": ids} if config.is_encoder_decoder else {}
    with torch.no_grad():
        model(input_ids=ids, **arguments)
    return called


def said(layer):
    """A layer in a word or two."""
    if isinstance(layer, nn.Linear):
        return f"Linear {layer.in_features}→{layer.out_features}"
    return type(layer).__name__.replace("Activation", "")


_docs = "https://huggingface.co/docs/transformers/model_doc"
heads, ties, _bodies = [], [], {}
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
    _layers = [
        (path, _full.get_submodule(path) if path else layer)
        for path, layer in layers_in_order(config, name)
    ]
    _uses = [p for p, m in _layers if getattr(m, "weight", None) is _matrix]
    _head = [m for p, m in _layers if p.split(".")[0] not in _body]
    _all = sum(parameter.numel() for parameter in _full.parameters())  # each once
    _saved = max(len(_uses) - 1, 0) * _matrix.numel()
    _every = list(_full.named_parameters(remove_duplicate=False))
    _bodies[model] = sum(p.numel() for p in _full.base_model.parameters())
    _names = [n for n, p in _every if p is _matrix]
    assert set(_names) <= set(_full.state_dict()), _names
    ties.append({"model": model, "names of the matrix": ", ".join(_names)})
    heads.append(
        {
            "model": f"[{model}]({_docs}/{config.model_type}#transformers.{name})",
            "head, in order": ", ".join(map(said, _head)),
            "parameters": _all,
            "saved by tying, %": round(100 * _saved / (_all + _saved), 1),
            "uses of the matrix": len(_uses),
            "output layer": next((p for p, m in _layers if m is _output), "none"),
            "output bias": " = ".join(n for n, p in _every if p is _bias) or "none",
        }
    )

_by = dict(zip(_models, heads, strict=True))
for model, row in _by.items():
    print(model, *list(row.values())[1:], sep=" · ")
models_that_tie = sum(row["uses of the matrix"] > 1 for row in heads)
_without = [model for model, row in _by.items() if row["uses of the matrix"] < 2]
print(f"tied to the word embedding: {models_that_tie} of {len(heads)};", end=" ")
print("not:", *_without)
assert models_that_tie == 9, models_that_tie
_column = "saved by tying, %"
shares = [row[_column] for row in heads if row[_column]]
smallest_share, largest_share = min(shares), max(shares)
assert _by["ELECTRA discriminator"]["output layer"] == "none"


def models(*endings):
    """Those whose output bias has a name that ends so."""
    return [name for name, row in _by.items() if row["output bias"].endswith(endings)]


_with_bias = models("bias")
_one_name = ["DistilBERT", "ELECTRA generator", "ModernBERT"]
assert [
    name for name in _with_bias if " = " not in _by[name]["output bias"]
] == _one_name
assert [name for name in _by if name not in _with_bias] == [
    "ELECTRA discriminator", "T5", "GPT-2",
]  # fmt: skip
assert _by["RoBERTa"]["head, in order"].startswith("Linear 768→768, GELU, LayerNorm")
assert _by["T5"]["head, in order"].startswith("Linear 768")
assert ties[0] == {
    "model": "BERT",
    "names of the matrix": "bert.embeddings.word_embeddings.weight, "
    "cls.predictions.decoder.weight",
}
assert _saved == _matrix.numel()  # GPT-2's, the last
numbers_in_the_file = {  # that the hub has, counted as floats
    "bert": _by["BERT"]["parameters"],
    "roberta": _by["RoBERTa"]["parameters"],
    "distilbert": _by["DistilBERT"]["parameters"],
    "t5": _by["T5"]["parameters"] + 32 * 12,  # a table that its class does not build
    "gpt2": _by["GPT-2"]["parameters"] + 12 * 1024**2,  # masks, which are no parameters
}
_published = {  # of these files, and of the next four models without their heads
    "bert": 110_106_428,
    "roberta": 124_697_433,
    "distilbert": 66_985_530,
    "t5": 222_903_936,
    "gpt2": 137_022_720,
}
_published_bodies = {
    "ALBERT": 11_683_584,
    "ELECTRA discriminator": 108_891_648,
    "DeBERTa-v3": 183_831_552,
}
assert numbers_in_the_file == _published
assert {name: _bodies[name] for name in _published_bodies} == _published_bodies
assert largest_share < 50, largest_share
