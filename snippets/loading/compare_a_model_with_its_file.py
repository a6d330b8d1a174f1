"""Compare a loaded BERT or RoBERTa with its file, tensor by tensor: that finds what `missing_keys` leaves out. It also finds what is left over in the file, and another dtype. Read one file, or the shards of one model: a folder with an older file beside it is refused, because one cannot see which was loaded. It does not see the configuration, such as the number of attention heads, nor the family."""

import logging
import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertModel,
    RobertaConfig,
    RobertaForMaskedLM,
    RobertaModel,
)

scope = "library"
decides = "a class that hides keys"

logging.disable(logging.CRITICAL)  # each load would report


def weights_in(folder):
    """Return the names and tensors of a folder's one file, or of its shards."""
    folder = Path(folder)
    whole = [*folder.glob("model.safetensors"), *folder.glob("pytorch_model.bin")]
    shards = sorted([*folder.glob("model-*"), *folder.glob("pytorch_model-*")])
    kinds = {file.suffix for file in whole + shards}
    if len(whole) + bool(shards) != 1 or len(kinds) != 1:
        names = [file.name for file in whole + shards] or "none"
        raise ValueError(
            f"one model's weights wanted, in {folder.name} there is {names}"
        )
    tensors = {}
    for file in whole + shards:
        is_bin = file.suffix == ".bin"
        tensors |= torch.load(file, "cpu") if is_bin else load_file(file)
    return tensors


def compare(model, file):
    """Return names whose values are not the file's, names left over, and dtypes."""
    prefix = f"{model.base_model_prefix}."

    def plain(name):
        name = name.replace("LayerNorm.gamma", "LayerNorm.weight")
        return name.replace("LayerNorm.beta", "LayerNorm.bias").removeprefix(prefix)

    own = {plain(k): v for k, v in model.state_dict(keep_vars=True).items()}
    right, wrong, left, dtypes = set(), set(), [], set()
    for name, tensor in file.items():
        if plain(name) not in own:
            left.append(name)
            continue
        held = own[plain(name)]
        same = not held.is_meta and torch.equal(held, tensor.to(held))
        (right if same else wrong).add(id(held))  # one for both names of a tie
        if held.dtype != tensor.dtype:
            dtypes.add(f"{tensor.dtype} became {held.dtype}")
    bad = [k for k, held in own.items() if id(held) in wrong or id(held) not in right]
    bad, left = ([k for k in names if "position_ids" not in k] for names in (bad, left))
    return bad, left, sorted(dtypes)


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
    bad, left, dtypes = compare(loaded, file)
    complete = not any(tensor.is_meta for tensor in loaded.state_dict().values())
    before = saved(_token_ids)[0]
    return {
        "file and class": title,
        "missing keys": len(report["missing_keys"]),
        "not the file's": len(bad),
        "left over": len(left),
        "dtype": ", ".join(dtypes),
        "same output": complete
        and torch.allclose(loaded.eval()(_token_ids)[0].float(), before, atol=1e-4),
    }


bert = trained(BertForMaskedLM, BertConfig.from_dict(_sizes))
roberta = trained(RobertaForMaskedLM, RobertaConfig.from_dict(_sizes))
bare = trained(RobertaModel, RobertaConfig.from_dict(_sizes))
deep = trained(
    BertForMaskedLM, BertConfig.from_dict({**_sizes, "num_hidden_layers": 2})
)
_old = {
    key.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta"): value
    for key, value in bert.state_dict().items()
}
_old["bert.embeddings.position_ids"] = torch.arange(12)[None]
_one_name = without(bert, "cls.predictions.decoder.")
_other_bias = without(bert, "cls.predictions.bias", "cls.predictions.decoder.weight")
_one_bias, _headless = without(roberta, "lm_head.decoder."), without(bert, "cls.")
_untied, _shallow = {"tie_word_embeddings": False}, {"num_hidden_layers": 1}
_bfloat16 = {"torch_dtype": "bfloat16"}
loads = [
    row("gamma, beta, both names", bert, _old, BertForMaskedLM),
    row("one name of each tie", bert, _one_name, BertForMaskedLM),
    row("the bias as decoder.bias alone", bert, _other_bias, BertForMaskedLM),
    row("RoBERTa's with lm_head.bias", roberta, _one_bias, RobertaForMaskedLM),
    row("untied by config.json", bert, _one_name, BertForMaskedLM, **_untied),
    row("no head", bert, _headless, BertForMaskedLM),
    row("no head, a class that hides keys", bert, _headless, Hiding),
    row("one layer of two", deep, deep.state_dict(), BertForMaskedLM, **_shallow),
    row("bfloat16 by config.json", bert, _one_name, BertForMaskedLM, **_bfloat16),
    row("4 heads for 2", bert, _one_name, BertForMaskedLM, num_attention_heads=4),
    row("a bare RoBERTa, as BERT", bare, bare.state_dict(), BertModel),
]


def folder_with(*saves):
    """Return what is read from a folder into which models were saved, or the error."""
    with tempfile.TemporaryDirectory() as folder:
        for options in saves:
            suffix = options.get("bin")
            if suffix:
                torch.save(bert.state_dict(), str(Path(folder, "pytorch_model.bin")))
            else:
                bert.save_pretrained(folder, **options)
        try:
            return len(weights_in(folder)), "read"
        except ValueError:
            return 0, "refused"


_small, _whole, _bin = {"max_shard_size": "4KB"}, {}, {"bin": True}
_cases = {
    "a .bin": (_bin,),
    "an older .bin beside a new file": (_bin, _whole),
    "an older file beside new shards": (_whole, _small),
}
folders = {name: folder_with(*saves)[1] for name, saves in _cases.items()}
for _row in loads:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_parts = ("not the file's", "left over", "dtype")
_found = [[name for name in _parts if _row[name]] for _row in loads]
_moved = [not _row["same output"] for _row in loads]
silent = [
    _row["file and class"]
    for _row in loads
    if _row["not the file's"] and not _row["missing keys"]
]
assert [bool(one) for one in _found[:9]] == _moved[:9], f"{_found}; moved: {_moved}"
assert all("not the file's" in one for one in _found[4:7]), f"found: {_found}"
assert silent == ["no head, a class that hides keys"], f"nothing is missing: {silent}"
assert _found[7] == ["left over"], f"one layer of two: {_found[7]}"
assert _found[8] in ([], ["dtype"]), f"bfloat16: {_found[8]}"
assert not any(_found[9:]) and all(_moved[9:]), f"{_found[9:]}; moved: {_moved[9:]}"
assert list(folders.values()) == ["read", "refused", "refused"], f"folders: {folders}"
