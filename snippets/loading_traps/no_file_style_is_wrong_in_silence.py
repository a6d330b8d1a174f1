"""For nine styles of BERT's PyTorch files, loaded as `BertForPreTraining`, a message appears whenever the logits differ from the saved model's. Loaded as they are, only an encoder's file gives other logits; with `tie_word_embeddings=False` six of them do."""

import logging
import runpy
import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import BertConfig, BertForPreTraining

scope = "library"

_styles = runpy.run_path("checkpoints/checkpoint_styles.py")
_words = "bert.embeddings.word_embeddings.weight"
_head = "cls.predictions"
_ids = torch.tensor([[2, 50, 60, 70, 3]])
torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForPreTraining(config).eval()
for _parameter in model.parameters():
    torch.nn.init.normal_(_parameter, std=0.3)  # nothing at a value one could guess
_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library = logging.getLogger("transformers")
_library.handlers = [_handler]
_library.setLevel("WARNING")
_hidden = model.cls.predictions.transform(model.bert(_ids)[0])


def _logits_of(path):
    """What the file says: with its own decoder and its own bias, or None."""
    read = load_file if path.suffix == ".safetensors" else torch.load
    file = {key: tensor.to(model.device) for key, tensor in read(path).items()}
    weight = file.get(f"{_head}.decoder.weight", file.get(_words))
    bias = file.get(f"{_head}.decoder.bias", file.get(f"{_head}.bias"))
    return None if bias is None else _hidden @ weight.T + bias


def _cell(folder, expected, **flags):
    _said.clear()
    logits = BertForPreTraining.from_pretrained(folder, **flags).eval()(_ids)[0]
    if expected is None:
        right, what = False, "a new head"
    else:
        right = torch.allclose(logits, expected, atol=1e-4)
        what = "its logits" if right else "other logits"
    told = any(_head in line or "NOT tie" in line for line in _said)
    mark = "problem" if not right else "note" if told else "fine"
    return f"{mark}: {what}, {'with a message' if told else 'in silence'}"


loads = []
for _style in _styles["STYLES"]:
    if _style == "archive-2018":
        continue  # a .tar.gz, which no folder loader reads
    with tempfile.TemporaryDirectory() as _root:
        _saved, _folder = Path(_root, "saved"), Path(_root, _style)
        model.save_pretrained(_saved)
        _styles["write_style"](_style, _folder, _saved)
        _file = next(
            p for p in _folder.iterdir() if p.suffix in (".bin", ".safetensors")
        )
        _expected = _logits_of(_file)
        _untied = _cell(_folder, _expected, tie_word_embeddings=False)
        _as_it_is = _cell(_folder, _expected)
    loads.append({"file": _style, "as it is": _as_it_is, "tie False": _untied})

for _row in loads:
    print(f"{_row['file']:18} {_row['as it is']}\n{'':18} untied: {_row['tie False']}")
_wrong = {
    flag: [row["file"] for row in loads if row[flag].startswith("problem")]
    for flag in ("as it is", "tie False")
}
_told = {
    flag: [row["file"] for row in loads if row[flag].endswith("message")]
    for flag in _wrong
}
_silent = [
    file for flag, files in _wrong.items() for file in files if file not in _told[flag]
]
print(f"wrong as they are: {len(_wrong['as it is'])} of {len(loads)};", end=" ")
print(f"untied: {len(_wrong['tie False'])}; of these in silence: {len(_silent)}")
_bias_lost = ["dump-2018", "dump-weight-bias", "safetensors", "masked-lm", "encoder"]
_as_it_is, _untied = _wrong["as it is"], _wrong["tie False"]
assert _as_it_is == ["encoder"], f"wrong as they are: {'; '.join(_as_it_is)}"
assert _untied == [*_bias_lost, "decoder-bias-only"], f"wrong: {'; '.join(_untied)}"
assert _told["as it is"] == ["encoder", "tied-keys-differ"], f"told: {_told}"
assert _told["tie False"] == _untied, f"told: {_told}"
_fine = "fine: its logits, in silence"
assert loads[-1] == {"file": "untied", "as it is": _fine, "tie False": _fine}, loads[-1]
