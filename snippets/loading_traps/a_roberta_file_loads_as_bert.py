"""A file saved from a bare `RobertaModel` loads into `BertModel` with nothing missing, and gives other vectors, because the two count positions differently. Saved from `RobertaForMaskedLM` it leaves everything random. One line names the two types. `AutoModel` takes the file's class, and gives its vectors."""

import logging
import tempfile

import torch
from transformers import (
    AutoModel,
    BertModel,
    RobertaConfig,
    RobertaForMaskedLM,
    RobertaModel,
)

scope = "library"

_library = logging.getLogger("transformers")
_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library.handlers = [_handler]
_library.setLevel("WARNING")

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
config = RobertaConfig.from_dict({**_sizes, "pad_token_id": 1})
roberta, masked_lm = RobertaModel(config).eval(), RobertaForMaskedLM(config).eval()
for _parameter in [*roberta.parameters(), *masked_lm.parameters()]:
    torch.nn.init.normal_(_parameter, std=0.5)  # nothing at a value one could guess
_token_ids = torch.tensor([[0, 5, 7, 2]])
_its_positions = torch.arange(4)[None] + config.pad_token_id + 1


def types_named():
    plain = [line.replace("`", "") for line in _said]
    _said.clear()
    return any("type roberta" in line and "type bert" in line for line in plain)


def row(file, saved, model_class, **options):
    with tempfile.TemporaryDirectory() as folder:
        saved.save_pretrained(folder)
        _said.clear()
        loaded, report = model_class.from_pretrained(folder, output_loading_info=True)
    named, vectors = types_named(), saved.base_model(_token_ids)[0]
    same = torch.allclose(loaded.eval()(_token_ids, **options)[0], vectors, atol=1e-4)
    missing = [key for key in report["missing_keys"] if "pooler" not in key]
    parameters = [name for name, _ in loaded.named_parameters() if "pooler" not in name]
    share = f"{len(missing)} of {len(parameters)}"
    return {"file": file, "missing": share, "same vectors": same, "types named": named}


_positions = {"position_ids": _its_positions}
loads = [
    row("RobertaModel, as BertModel", roberta, BertModel),
    row("… with RoBERTa's positions", roberta, BertModel, **_positions),
    row("RobertaForMaskedLM, as BertModel", masked_lm, BertModel, **_positions),
    row("RobertaModel, by AutoModel", roberta, AutoModel),
    row("RobertaForMaskedLM, by AutoModel", masked_lm, AutoModel),
]

for _row in loads:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_missing = [_row["missing"] for _row in loads]
_same = [_row["same vectors"] for _row in loads]
_named = [_row["types named"] for _row in loads]
_nothing, _all = "0 of 21", "21 of 21"
assert _missing == [_nothing, _nothing, _all, _nothing, _nothing], _missing
assert _same == [False, True, False, True, True], f"same vectors: {_same}"
assert _named == [True, True, True, False, False], f"types named: {_named}"
