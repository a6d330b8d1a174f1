"""Load through `load_completely`: it refuses eighteen ways of loading a small BERT that leave something out or get it wrong. They leave something random, unused or untied, or take another configuration. It lets nine whole files through, and five wrong ones that it cannot see."""

import json
import logging
import tempfile
from pathlib import Path

import torch
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertModel,
    RobertaConfig,
    RobertaModel,
)

scope = "library"

logging.getLogger("transformers").setLevel("ERROR")  # it needs no reader


def load_completely(model_class, folder, allow=(), dtype=torch.float32, **options):
    """As from_pretrained, but raises where file, configuration and model differ.

    `allow` names the parts and fields that may: "cls" is `cls` and `cls.…`, no more.
    """
    model, report = model_class.from_pretrained(
        folder, output_loading_info=True, dtype=dtype, **options
    )
    differ = {*report["missing_keys"], *report["unexpected_keys"]}
    differ |= {key[0] for key in report["mismatched_keys"]}
    # The configuration that was used, against the folder's.
    used, config_class = model.config.to_dict(), model_class.config_class
    own = config_class.from_pretrained(folder).to_dict()
    fields = own.keys() - {"dtype", "_name_or_path"}
    differ |= {field for field in fields if own[field] != used.get(field)}
    written, _ = config_class.get_config_dict(folder)
    if written.get("model_type", used["model_type"]) != used["model_type"]:
        differ.add("model_type")
    # Each tie that the class names, and that of embedding and output.
    get, ties = model.get_parameter, model.get_expanded_tied_weights_keys()
    differ |= {key for key in ties if get(key) is not get(ties[key])}
    output, words = model.get_output_embeddings(), model.get_input_embeddings()
    tied = output is None or output.weight is words.weight
    if model.config.tie_word_embeddings and not tied:
        differ.add("tie_word_embeddings")
    parts = (allow,) if isinstance(allow, str) else allow
    begins = tuple(f"{part.rstrip('.')}." for part in parts)
    differ = sorted(key for key in differ if not f"{key}.".startswith(begins))
    if differ:
        raise ValueError(f"{len(differ)} differ, among them {differ[0]}")
    return model


class Unnamed(BertForMaskedLM):
    """A class of your own that names no ties."""

    _tied_weights_keys = None


class Hiding(BertForMaskedLM):
    """A class of your own that hides what is missing."""

    _keys_to_ignore_on_load_missing = ("bert", "cls")


torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 32, "intermediate_size": 64}
_sizes |= {"num_hidden_layers": 2, "num_attention_heads": 2}
config = BertConfig.from_dict(_sizes)
model = BertForMaskedLM(config).eval()
for _parameter in model.parameters():
    torch.nn.init.normal_(_parameter, std=0.5)  # so that the heads matter
_all = model.state_dict()  # both names of what is tied, as in a .bin
_words, _bias = "bert.embeddings.word_embeddings.weight", "cls.predictions.bias"
_decoder = "cls.predictions.decoder."
_one_name = {key: value for key, value in _all.items() if _decoder not in key}
_old = {
    key.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta"): value
    for key, value in _one_name.items()
}
_twice = {**_one_name, **{k: v * 0 for k, v in _old.items() if "gamma" in k}}
_half = {key: value.half() for key, value in _one_name.items()}
_encoder = {k: value for k, value in _one_name.items() if not k.startswith("cls")}
_no_prefix = {key.removeprefix("bert."): value for key, value in _encoder.items()}
_top = {_words: _all[_words]}
_prefixed = {k.replace("bert.", "roberta."): v for k, v in _encoder.items()}
_named = {**_all, "cls_head.weight": torch.ones(2)}
_parallel = {f"module.{key}": value for key, value in _one_name.items()}
_flat = {key: value for key, value in _one_name.items() if ".layer.1." not in key}
_longer = {**_one_name, _words: torch.ones(110, 32), _bias: torch.ones(110)}
_matrices = {**_all, f"{_decoder}weight": torch.ones(100, 32)}
_biases = {**_all, f"{_decoder}bias": torch.ones(100)}

_token_ids = torch.tensor([[2, 5, 7, 3]])
_vectors = model.bert(_token_ids)[0]
_roberta = RobertaModel(RobertaConfig.from_dict(_sizes), add_pooling_layer=False)
_roberta.load_state_dict(_no_prefix)  # it has no pooler, and fits
_of_roberta = _roberta.eval()(_token_ids)[0]
_shifted = torch.arange(4)[None] + _roberta.config.pad_token_id + 1
_with_its_positions = model.bert(_token_ids, position_ids=_shifted)[0]

_written = _sizes  # no model_type, as in files of 2018
_shallow, _deep = {**_written, "num_hidden_layers": 1}, _written
_roberta = {**_written, "model_type": "roberta"}
_untied = {**_written, "tie_word_embeddings": False}
_heads = {"num_attention_heads": 4}
_given = {"config": BertConfig.from_dict({**_sizes, **_heads})}
_110 = {"vocab_size": 110, "ignore_mismatched_sizes": True}
_ignore = {"ignore_mismatched_sizes": True}
_untie = {"tie_word_embeddings": False}
_head, _pooler = {"allow": "cls"}, {"allow": ("cls", "pooler")}
MLM = BertForMaskedLM
_whole = [
    ("both names of a tie", _all, _written, MLM, {}),
    ("one name of a tie", _one_name, _written, MLM, {}),
    ("gamma and beta", _old, _written, MLM, {}),
    ("float16", _half, _written, MLM, {}),
    ("float32, config float16", _all, {**_written, "dtype": "float16"}, MLM, {}),
    ("untied on purpose", _matrices, _untied, MLM, {}),
    ("encoder, head allowed", _encoder, _written, MLM, _head),
    ("encoder, pooler allowed", _no_prefix, _written, BertModel, _pooler),
    ("whole, for BertModel", _all, _written, BertModel, _pooler),
]
_not_whole = [
    ("encoder, head not allowed", _encoder, _written, MLM, {}),
    ("whole, head not allowed", _all, _written, BertModel, {"allow": "pooler"}),
    ("DataParallel's prefix", _parallel, _written, MLM, {"allow": ("cls", "module")}),
    ("fewer layers", _flat, _deep, MLM, {}),
    ("more layers", _one_name, _shallow, MLM, {}),
    ("fewer rows, ignored", _one_name, _written, MLM, _110),
    ("more rows, ignored", _longer, _written, MLM, _ignore),
    ("4 heads for 2, an option", _all, _written, MLM, _heads),
    ("4 heads for 2, config=", _all, _written, MLM, _given),
    ("a bare RoBERTa's file", _no_prefix, _roberta, BertModel, _pooler),
    ("another RoBERTa's file", _prefixed, _roberta, BertModel, _pooler),
    ("two matrices", _matrices, _written, MLM, {}),
    ("two biases", _biases, _written, MLM, {}),
    ("untied by an option, .bin", _all, _written, MLM, _untie),
    ("untied by an option", _one_name, _written, MLM, _untie),
    ("untied by config.json", _one_name, _untied, MLM, {}),
    ("a class that names no ties", _all, _written, Unnamed, {}),
    ("a name that begins the same", _named, _written, MLM, {"allow": "cls"}),
]
_blind = [
    ("4 heads for 2, config.json", _all, {**_written, **_heads}, MLM, {}),
    ("another norm, config.json", _all, {**_written, "layer_norm_eps": 0.1}, MLM, {}),
    ("gamma beside weight", _twice, _written, MLM, {}),
    ("a class that hides keys", _top, _written, Hiding, {}),
    ("no model_type", _no_prefix, _written, BertModel, _pooler, _of_roberta),
]


def outcome(file, in_config, model_class, options, vectors=_vectors):
    """What it does: refuses, or gives the saved model's vectors, or others."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(json.dumps(in_config))
        torch.save(file, Path(folder, "pytorch_model.bin"))
        try:
            loaded = load_completely(model_class, folder, **options).eval()
        except ValueError as error:
            return f"note: refused, {error}"
    same = torch.allclose(loaded.base_model(_token_ids)[0], vectors, atol=0.01)
    dtype = str(loaded.dtype).removeprefix("torch.")
    return f"fine: {dtype}, its vectors" if same else "problem: other vectors"


outcomes = [
    {"file": name, "outcome": outcome(*load)}
    for name, *load in _whole + _not_whole + _blind
]
for _row in outcomes:
    print(f"{_row['file']:28} {_row['outcome']}")
_of = [row["outcome"] for row in outcomes]
loaded = _of[: len(_whole)]
cannot_see = _of[len(_whole + _not_whole) :]
let_through = [r["file"] for r in outcomes if not r["outcome"].startswith("note")]
print(f"whole, and loaded: {len(loaded)};", end=" ")
print(f"not whole, and refused: {len(_of) - len(let_through)};", end=" ")
print(f"wrong, and not seen: {len(cannot_see)}")
assert torch.allclose(_with_its_positions, _of_roberta, atol=0.01), "not BERT's names"
assert let_through == [name for name, *_ in _whole + _blind], let_through
assert {*loaded} == {"fine: float32, its vectors"}, loaded
assert {*cannot_see} == {"problem: other vectors"}, cannot_see
