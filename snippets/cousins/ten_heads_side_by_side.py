"""Of ten models at their published sizes nine score tokens with the word embedding's own matrix. One of them, DeBERTa-v3, does so with a head that the library gives it in place of the one it was trained with; ELECTRA's discriminator scores no tokens."""

import torch
import transformers
from torch import nn
from transformers import AutoConfig

scope = "library"

_models = {  # the file in `configs`, the class, the model of that size on the hub
    "BERT": ("bert", "BertForPreTraining", "bert-base-uncased"),
    "RoBERTa": ("roberta", "RobertaForMaskedLM", "roberta-base"),
    "DistilBERT": ("distilbert", "DistilBertForMaskedLM", "distilbert-base-uncased"),
    "ALBERT": ("albert", "AlbertForPreTraining", "albert-base-v2"),
    "ELECTRA generator": (
        "electra-generator",
        "ElectraForMaskedLM",
        "electra-base-generator",
    ),
    "ELECTRA discriminator": (
        "electra-discriminator",
        "ElectraForPreTraining",
        "electra-base-discriminator",
    ),
    "DeBERTa-v3": ("deberta-v3", "DebertaV2ForMaskedLM", "deberta-v3-base"),
    "ModernBERT": ("modernbert", "ModernBertForMaskedLM", "ModernBERT-base"),
    "T5": ("t5", "T5ForConditionalGeneration", "t5-base"),
    "GPT-2": ("gpt2", "GPT2LMHeadModel", "gpt2"),
}


def layers_in_order(config, name):
    """The layers of a thin model of that class, as one text meets them.

    Each with its name, and the name of the layer that gave its input.

    RoBERTa's head calls a GELU that is no part of the model: it has no name.
    """
    for width in ("hidden_size", "embedding_size", "pooler_hidden_size", "d_kv"):
        if hasattr(config, width):
            setattr(config, width, getattr(config, width) // 32)
    config.num_hidden_layers, config.num_attention_heads = 1, 2
    model = getattr(transformers, name)(config).eval()
    called, given_by, ids = [], {}, torch.tensor([[17, 54, 23]])
    names = {module: path for path, module in model.named_modules()}

    def note(module, given, gives):
        if not list(module.children()):
            name, before = names.get(module, ""), next(iter(given), None)
            called.append((name, module, given_by.get(id(before), ("", None))[0]))
            given_by[id(gives)] = name, gives  # kept, so that no other gets its id

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
_for_a_short_table = ("BERT", "ALBERT", "GPT-2", "DeBERTa-v3", "ELECTRA generator")
heads, ties, savings, _bodies, _uses_of = [], [], [], {}, {}
for model, (file, name, size) in _models.items():
    config = AutoConfig.from_pretrained(f"configs/{file}.json")
    with torch.device("meta"):
        _full = getattr(transformers, name)(config)  # whole, but without memory
    _full.tie_weights()  # which some releases leave out on `meta`
    _matrix = _full.get_input_embeddings().weight
    _output = _full.get_output_embeddings()
    _bias = getattr(_output, "bias", None)
    _body = {_full.base_model_prefix, "shared", "encoder"}  # T5 has no prefix
    _body |= {"decoder"} if config.is_encoder_decoder else set()
    _layers = [
        (path, _full.get_submodule(path) if path else layer, before)
        for path, layer, before in layers_in_order(config, name)
    ]
    _uses = [p for p, m, _ in _layers if getattr(m, "weight", None) is _matrix]
    _head = ""
    for path, layer, before in _layers:
        if path.split(".")[0] not in _body:
            _pooler = "; from the pooler: " if "pooler" in before else ", "
            _head += (_pooler if _head else "") + said(layer)
    _all = sum(parameter.numel() for parameter in _full.parameters())  # each once
    _every = list(_full.named_parameters(remove_duplicate=False))
    # Untied, each name has a Parameter of its own: T5's matrix has four names.
    _untied = sum(parameter.numel() for _, parameter in _every)
    _saved = _untied - _all
    _bodies[model] = sum(p.numel() for p in _full.base_model.parameters())
    _names = [n for n, p in _every if p is _matrix]
    assert set(_names) <= set(_full.state_dict()), _names
    ties.append({"model": model, "names of the matrix": ", ".join(_names)})
    _biases = [n for n, p in _every if p is _bias]
    _layer = next((p for p, m, _ in _layers if m is _output), "")
    assert _bias is None or f"{_layer}.bias" in _biases, _biases
    _uses_of[model] = len(_uses)
    _percent = round(100 * _saved / _untied, 1)
    heads.append(
        {
            "model": f"[{model}: {size}, `{name}`]"
            f"({_docs}/{config.model_type}#transformers.{name})",
            "head, in order": _head,
            "parameters": _all,
            "saved by tying, %": _percent,
            "output layer": f"`{_layer}`" if _layer else "none for tokens",
            "its bias": ("none", "one name", "two names")[len(_biases)],
        }
    )

    if model in _for_a_short_table:
        savings.append(
            {
                "model": size,
                "matrix": " × ".join(f"{n:,}" for n in _matrix.shape),
                "parameters, tied": _all,
                "saved, %": _percent,
            }
        )

savings.sort(key=lambda row: row["saved, %"])
_by = dict(zip(_models, heads, strict=True))
for model, row in _by.items():
    print(model, *list(row.values())[1:], sep=" · ")
models_that_tie = sum(uses > 1 for uses in _uses_of.values())
_without = [model for model, uses in _uses_of.items() if uses < 2]
print(f"tied to the word embedding: {models_that_tie} of {len(heads)};", end=" ")
print("not:", *_without)
assert models_that_tie == 9, models_that_tie
_column = "saved by tying, %"
assert _by["T5"][_column] == 24.9 and _by["BERT"][_column] == 17.6, heads
shares = [row[_column] for row in heads if row[_column]]
smallest_share, largest_share = min(shares), max(shares)
assert _by["ELECTRA discriminator"]["output layer"] == "none for tokens"
_two_names = [name for name, row in _by.items() if row["its bias"] == "two names"]
assert _two_names == ["BERT", "RoBERTa", "ALBERT", "DeBERTa-v3"], _two_names
_without_bias = [name for name, row in _by.items() if row["its bias"] == "none"]
assert _without_bias == ["ELECTRA discriminator", "T5", "GPT-2"], _without_bias
_after_a_pooler = [name for name in _by if "pooler" in _by[name]["head, in order"]]
assert _after_a_pooler == ["BERT", "ALBERT"], _after_a_pooler
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
