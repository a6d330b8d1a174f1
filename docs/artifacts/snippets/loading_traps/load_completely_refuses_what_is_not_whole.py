"""A function of a few lines refuses each load that leaves something random, of another size, or untied, and lets a whole one through."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM, BertModel

logging.getLogger("transformers").setLevel("ERROR")  # it needs no reader


def load_completely(model_class, folder, allow=(), **options):
    """As from_pretrained, but raises where a key is new that is not allowed to be."""
    allow = (allow,) if isinstance(allow, str) else tuple(allow)
    model, report = model_class.from_pretrained(
        folder, output_loading_info=True, **options
    )
    new = {*report["missing_keys"], *(key[0] for key in report["mismatched_keys"])}
    new = sorted(key for key in new if not key.startswith(allow))
    if new:
        raise ValueError(f"{len(new)} keys are new, among them {new[0]}")
    output, tie = model.get_output_embeddings(), model.config.tie_word_embeddings
    if output and tie and output.weight is not model.get_input_embeddings().weight:
        raise ValueError("decoder and embedding are not tied")
    head = getattr(getattr(model, "cls", None), "predictions", None)
    if head is not None and tie and head.decoder.bias is not head.bias:
        raise ValueError("the two biases are not tied")
    return model


torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config)
_whole = model.state_dict()
_one_name = {key: value for key, value in _whole.items() if ".decoder." not in key}
_decoder = "cls.predictions.decoder.weight"
_encoder = {k[5:]: v for k, v in _whole.items() if k.startswith("bert.")}
_other = {f"module.{key}": value for key, value in _whole.items()}
_conflict = {**_whole, _decoder: _whole[_decoder] * 2}
_biases = {**_whole, "cls.predictions.decoder.bias": torch.ones(100)}
_pooler = {"allow": "bert.pooler."}
_sizes = {"vocab_size": 110, "ignore_mismatched_sizes": True}
_files = [
    ("whole", _whole, BertForMaskedLM, {}),
    ("encoder only, as BertModel", _encoder, BertModel, {"allow": ["pooler."]}),
    ("encoder only, head allowed", _encoder, BertForMaskedLM, {"allow": ["cls."]}),
    ("encoder only", _encoder, BertForMaskedLM, {}),
    ("wrong prefix, head allowed", _other, BertForMaskedLM, {"allow": ["cls."]}),
    ("wrong prefix, pooler allowed", _other, BertModel, _pooler),
    ("another vocab_size", _one_name, BertForMaskedLM, _sizes),
    ("two matrices that differ", _conflict, BertForMaskedLM, {}),
    ("two biases that differ", _biases, BertForMaskedLM, {}),
]
outcomes = []
for _name, _file, _class, _options in _files:
    with tempfile.TemporaryDirectory() as _folder:
        Path(_folder, "config.json").write_text(config.to_json_string())
        torch.save(_file, Path(_folder, "pytorch_model.bin"))
        try:
            load_completely(_class, _folder, **_options)
            outcome = "fine: loaded"
        except ValueError as error:
            outcome = f"note: refused, {error}"
    outcomes.append({"file": _name, "outcome": outcome})

for _row in outcomes:
    print(f"{_row['file']:28} {_row['outcome']}")
_loaded = [row["file"] for row in outcomes if row["outcome"] == "fine: loaded"]
assert _loaded == [name for name, *_ in _files[:3]], f"loaded: {'; '.join(_loaded)}"
