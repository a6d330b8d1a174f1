"""accelerate's “The model weights are not tied” is true of the empty model that it plans for: accelerate cannot load that model's file. Its “Removed shared tensor … while saving” is a false alarm for BERT: once you put `config.json` next to the file, `from_pretrained` gives the tied model back."""

import logging
import tempfile
from pathlib import Path

import torch
from accelerate import Accelerator, init_empty_weights, load_checkpoint_and_dispatch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "tied first"

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
token_ids = torch.tensor([[2, 5, 7, 3]])
saved = BertForMaskedLM(config).eval()
for _parameter in saved.parameters():
    torch.nn.init.normal_(_parameter, std=0.1)  # stands for learned values
_printed: list = []
_listener = logging.Handler()
_listener.emit = lambda record: _printed.append(record.getMessage())
logging.getLogger("accelerate").addHandler(_listener)


def said():
    """Give the last line of accelerate since the last time, without the names."""
    lines, _printed[:] = ["", *_printed], []
    return lines[-1].partition(" {")[0]


def state(model):
    """Whether the model is tied, and gives the logits of the saved one."""
    words = model.bert.embeddings.word_embeddings.weight
    return {
        "tied": model.cls.predictions.decoder.weight is words,
        "right": torch.allclose(
            model.eval()(token_ids)[0], saved(token_ids)[0], atol=1e-5
        ),
    }


_folder = tempfile.TemporaryDirectory()
Accelerator().save_model(saved, _folder.name)
removed_says = said()
Path(_folder.name, "config.json").write_text(config.to_json_string())
removed = state(BertForMaskedLM.from_pretrained(_folder.name))

outcomes = {}
for _case in ("not tied", "tied first"):
    with init_empty_weights():
        empty = BertForMaskedLM(config)  # each name gets an empty weight of its own
    if _case == "tied first":
        empty.tie_weights()
    try:
        _model = load_checkpoint_and_dispatch(
            empty,
            str(Path(_folder.name, "model.safetensors")),
            device_map={"": str(saved.device)},
        )
        outcomes[_case] = {"said": said(), "then": str(state(_model))}
    except NotImplementedError as _error:
        outcomes[_case] = {"said": said(), "then": str(_error).partition(";")[0]}

print(f"{removed_says} …: {removed}")
for _case, _row in outcomes.items():
    print(f"{_case}: it says {_row['said'] or 'nothing'}; then {_row['then']}")
_fine = {"tied": True, "right": True}
assert "Removed shared tensor" in removed_says, f"it says: {removed_says}"
assert removed == _fine, f"loaded again: {removed}"
_not_tied, _tied_first = outcomes["not tied"], outcomes["tied first"]
assert "weights are not tied" in _not_tied["said"], f"{_not_tied}"
assert "Cannot copy out of meta tensor" in _not_tied["then"], f"{_not_tied}"
assert not _tied_first["said"], f"{_tied_first}"
assert _tied_first["then"] == str(_fine), f"{_tied_first}"
