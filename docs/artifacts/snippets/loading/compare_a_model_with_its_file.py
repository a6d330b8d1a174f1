"""Comparing each tensor of a loaded BERT or RoBERTa with its file finds every load here that changes the logits. The list of missing keys finds all but that of a class that hides keys."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import (
    BertConfig,
    BertForMaskedLM,
    RobertaConfig,
    RobertaForMaskedLM,
)

scope = "library"
decides = "a class that hides keys"

logging.disable(logging.CRITICAL)  # six loads, and most would report


def not_the_files(model, file):
    """Return the names in the model whose values are not the file's."""
    prefix = f"{model.base_model_prefix}."

    def plain(name):
        name = name.replace("LayerNorm.gamma", "LayerNorm.weight")
        return name.replace("LayerNorm.beta", "LayerNorm.bias").removeprefix(prefix)

    own = {plain(k): v for k, v in model.state_dict(keep_vars=True).items()}
    right, wrong = set(), set()
    for name, tensor in file.items():
        if plain(name) in own:
            held = own[plain(name)]
            same = not held.is_meta and torch.equal(held.float(), tensor.float())
            (right if same else wrong).add(id(held))  # one for both names of a tie
    bad = [k for k, held in own.items() if id(held) in wrong or id(held) not in right]
    return sorted(name for name in bad if "position_ids" not in name)


class Hiding(BertForMaskedLM):
    """A class of your own that hides what is missing."""

    _keys_to_ignore_on_load_missing = ("cls",)


_sizes = {
    "vocab_size": 100,
    "hidden_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "max_position_embeddings": 12,
    "pad_token_id": 1,
}
_token_ids = torch.tensor([[0, 5, 7, 2]])


def trained(model_class, config):
    """Return a model with no value that one could guess."""
    torch.manual_seed(0)
    model = model_class(config).eval()
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    return model


def without(saved, *names):
    return {k: v for k, v in saved.state_dict().items() if not k.startswith(names)}


def row(title, saved, file, model_class, **changes):
    """Load a file of a saved model, and compare the two."""
    config = type(saved.config).from_dict({**saved.config.to_dict(), **changes})
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(file, str(Path(folder, "pytorch_model.bin")))
        loaded, report = model_class.from_pretrained(folder, output_loading_info=True)
    complete = not any(tensor.is_meta for tensor in loaded.state_dict().values())
    before = saved(_token_ids)[0]
    return {
        "file and class": title,
        "missing keys": len(report["missing_keys"]),
        "found by comparing": len(not_the_files(loaded, file)),
        "same logits": complete
        and torch.allclose(loaded.eval()(_token_ids)[0], before, atol=1e-4),
    }


bert = trained(BertForMaskedLM, BertConfig.from_dict(_sizes))
roberta = trained(RobertaForMaskedLM, RobertaConfig.from_dict(_sizes))
_old = {
    key.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta"): value
    for key, value in bert.state_dict().items()
}
_one_name = without(bert, "cls.predictions.decoder.")
_other_bias = without(bert, "cls.predictions.bias", "cls.predictions.decoder.weight")
_one_bias, _headless = without(roberta, "lm_head.decoder."), without(bert, "cls.")
_untied = {"tie_word_embeddings": False}
loads = [
    row("gamma, beta, both names", bert, _old, BertForMaskedLM),
    row("one name of each tie", bert, _one_name, BertForMaskedLM),
    row("the bias as decoder.bias alone", bert, _other_bias, BertForMaskedLM),
    row("RoBERTa's with lm_head.bias", roberta, _one_bias, RobertaForMaskedLM),
    row("untied by config.json", bert, _one_name, BertForMaskedLM, **_untied),
    row("no head", bert, _headless, BertForMaskedLM),
    row("no head, a class that hides keys", bert, _headless, Hiding),
]
for _row in loads:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_found = [_row["found by comparing"] > 0 for _row in loads]
_moved = [not _row["same logits"] for _row in loads]
silent = [
    _row["file and class"]
    for _row in loads
    if not _row["missing keys"] and not _row["same logits"]
]
assert _found == _moved, f"found: {_found}; other logits: {_moved}"
assert all(_found[-3:]), f"untied, no head, no head hidden; found: {_found[-3:]}"
assert silent == ["no head, a class that hides keys"], f"nothing is missing: {silent}"
