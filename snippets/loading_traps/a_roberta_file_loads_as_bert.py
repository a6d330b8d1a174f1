"""A file saved from a bare `RobertaModel` loads into `BertModel` with nothing missing, but gives different vectors, because the two count positions differently. Saved from a RoBERTa with a head it leaves everything random. One line names the two types. `AutoModel` takes the file's class, and gives its vectors, also when it is saved and loaded again."""

import logging
import tempfile

import torch
from transformers import (
    AutoModel,
    BertModel,
    RobertaConfig,
    RobertaForTokenClassification,
    RobertaModel,
)

scope = "library"
decides = "file: RobertaModel, as BertModel"

_library = logging.getLogger("transformers")
_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage().replace("`", ""))
_library.handlers = [_handler]
_library.setLevel("WARNING")

torch.manual_seed(0)
config = RobertaConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
roberta, tagger = RobertaModel(config).eval(), RobertaForTokenClassification(config)
_token_ids = torch.tensor([[0, 5, 7, 2]])
_positions = {"position_ids": torch.arange(4)[None] + config.pad_token_id + 1}


def row(file, saved, model_class, **options):
    with tempfile.TemporaryDirectory() as folder:
        saved.save_pretrained(folder)
        before = len(_said)
        loaded, report = model_class.from_pretrained(folder, output_loading_info=True)
    vectors = saved.eval().base_model(_token_ids)[0]
    own = loaded.eval()(_token_ids, **options)[0]
    with tempfile.TemporaryDirectory() as folder:
        loaded.save_pretrained(folder)
        again = model_class.from_pretrained(folder).eval()(_token_ids, **options)[0]
    missing = [key for key in report["missing_keys"] if "pooler" not in key]
    parameters = [name for name, _ in loaded.named_parameters() if "pooler" not in name]
    lines = [line for line in _said[before:] if "type roberta" in line]
    return {
        "file": file,
        "missing": f"{len(missing)} of {len(parameters)}",
        "same vectors": torch.allclose(own, vectors, atol=1e-4),
        "saved again": torch.allclose(again, vectors, atol=1e-4),
        "types named": any("type bert" in line for line in lines),
    }


loads = [
    row("RobertaModel, as BertModel", roberta, BertModel),
    row("… with RoBERTa's positions", roberta, BertModel, **_positions),
    row("with a head, as BertModel", tagger, BertModel, **_positions),
    row("RobertaModel, by AutoModel", roberta, AutoModel),
    row("with a head, by AutoModel", tagger, AutoModel),
]
trap = [
    {
        "you do": "load a RoBERTa's file with `BertModel`",
        "what happens": "problem: no key is missing, the vectors are wrong; one line",
        "do instead": "load it with `AutoModel`",
    }
]

for _row in loads:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_missing = [_row["missing"] for _row in loads]
_same = [_row["same vectors"] for _row in loads]
_again = [_row["saved again"] for _row in loads]
_named = [_row["types named"] for _row in loads]
_nothing, _all = "0 of 21", "21 of 21"
assert _missing == [_nothing, _nothing, _all, _nothing, _nothing], _missing
assert _same == [False, True, False, True, True], f"same vectors: {_same}"
assert _again == _same, f"saved and loaded again: {_again}"
assert _named == [True, True, True, False, False], f"types named: {_named}"
