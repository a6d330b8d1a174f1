"""Of the ten, seven start with a zero `[PAD]` row, RoBERTa alone counts positions from 2, and T5 alone scales what its tied output layer reads."""

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


def keep(module, seen, output=False):
    """Notes what a layer is given, or what it gives, when the model runs."""
    module.register_forward_hook(lambda _, a, b: seen.append((b if output else a)[0]))


embeddings = []
for model, (file, name) in _models.items():
    torch.manual_seed(0)
    config = AutoConfig.from_pretrained(file)
    _wide, _body_wide = getattr(config, "embedding_size", None), config.hidden_size
    _into = "as it is" if _wide in (None, _body_wide) else f"{_wide}→{_body_wide}"
    for width in ("hidden_size", "embedding_size", "pooler_hidden_size", "d_kv"):
        if hasattr(config, width):
            setattr(config, width, getattr(config, width) // 32)  # thin, to be quick
    config.num_hidden_layers, config.num_attention_heads = 1, 2
    _thin = getattr(transformers, name)(config).eval()
    _body = _thin.decoder if config.is_encoder_decoder else _thin.base_model
    _words, _read, _left, _positions = _thin.get_input_embeddings(), [], [], []
    keep(_body, _left, output=True)
    for path, module in _thin.named_modules():
        if path.endswith(("position_embeddings", "wpe")):
            keep(module, _positions)
    _head = "lm_head" if model == "T5" else None  # T5's body has no name of its own
    for path, module in _thin.named_modules():
        _outside = not path.startswith(_thin.base_model_prefix + ".")
        if isinstance(module, nn.Linear) and (
            path == _head or (not _head and _outside)
        ):
            keep(module, _read)
    _ids = torch.tensor([[17, 54, 23]])
    _more = {"decoder_input_ids": _ids} if config.is_encoder_decoder else {}
    with torch.no_grad():
        _thin(input_ids=_ids, **_more)
    _scale = (_read[0].norm() / _left[0].norm()).item()
    assert abs(_scale - (config.hidden_size**-0.5 if model == "T5" else 1)) < 1e-6
    _pad = _words.padding_idx
    _start = _positions[0].flatten()[0].item() if _positions else "none"
    _row = _words.weight[config.pad_token_id or 0].detach()
    _linear = [(p, m) for p, m in _thin.named_modules() if isinstance(m, nn.Linear)]
    _other = [path for path, module in _linear if module.out_features <= 2]
    embeddings.append(
        {
            "model": model,
            "padding_idx": "none" if _pad is None else _pad,
            "fresh [PAD] row": "random" if _row.any() else "zero",
            "first position": _start,
            "embedding to body": _into,
            "body to head": "as it is" if _scale > 0.99 else "× d_model ** −0.5",
            "pooler": any("pooler" in path for path, _ in _linear),
            "other head": ", ".join(_other) or "none",
        }
    )
    if config.pad_token_id is None:
        embeddings[-1]["fresh [PAD] row"] = "there is none"

for row in embeddings:
    print(*row.values(), sep=" · ")
zero_rows = len([row for row in embeddings if row["fresh [PAD] row"] == "zero"])
_from_2 = [row["model"] for row in embeddings if row["first position"] == 2]
_scaled = [row["model"] for row in embeddings if row["body to head"] != "as it is"]
print(f"zero [PAD] rows: {zero_rows} of {len(embeddings)};", end=" ")
print("positions from 2:", *_from_2, end="; ")
print("output scaled:", *_scaled)
_having = {  # column and value: the models that have it
    ("first position", 2): ["RoBERTa"],
    ("first position", "none"): ["DeBERTa-v3", "ModernBERT", "T5"],
    ("body to head", "× d_model ** −0.5"): ["T5"],
    ("fresh [PAD] row", "random"): ["ModernBERT", "T5"],
    ("fresh [PAD] row", "there is none"): ["GPT-2"],
    ("padding_idx", "none"): ["T5", "GPT-2"],
    ("pooler", True): ["BERT", "ALBERT"],
    ("embedding to body", "768→256"): ["ELECTRA generator"],
    ("embedding to body", "128→768"): ["ALBERT"],
    ("other head", "cls.seq_relationship"): ["BERT"],
}
for (_key, _value), _names in _having.items():
    _found = [row["model"] for row in embeddings if row[_key] == _value]
    assert _found == _names, f"{_key} {_value}: {_found}"
assert zero_rows == 7, zero_rows
