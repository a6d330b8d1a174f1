"""Of nine styles of BERT files, loaded as `BertForPreTraining` as they are and with `tie_word_embeddings=False`, none gives other logits than its own in silence."""

import logging
import runpy
import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import BertForPreTraining

_styles = runpy.run_path("checkpoints/checkpoint_styles.py")
_words = "bert.embeddings.word_embeddings.weight"
_head = "cls.predictions"
_ids = torch.tensor([[2, 50, 60, 70, 3]])
_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library = logging.getLogger("transformers")
_library.handlers = [_handler]
_library.setLevel("WARNING")
_whole = BertForPreTraining.from_pretrained("checkpoints/pydoc-bert").eval()
_hidden = _whole.cls.predictions.transform(_whole.bert(_ids)[0])


def _logits_of(path):
    """What the file says: with its own decoder and its own bias, or None."""
    read = load_file if path.suffix == ".safetensors" else torch.load
    file = read(path)
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
        _folder = Path(_root, _style)
        _styles["write_style"](_style, _folder)
        _file = next(
            p for p in _folder.iterdir() if p.suffix in (".bin", ".safetensors")
        )
        _expected = _logits_of(_file)
        _untied = _cell(_folder, _expected, tie_word_embeddings=False)
        _as_it_is = _cell(_folder, _expected)
    loads.append({"file": _style, "as it is": _as_it_is, "tie False": _untied})

for _row in loads:
    print(f"{_row['file']:18} {_row['as it is']}\n{'':18} untied: {_row['tie False']}")
_cells = {
    f"{r['file']}, {flag}": r[flag] for r in loads for flag in ("as it is", "tie False")
}
_silent = [k for k, v in _cells.items() if v.startswith("problem") and "silence" in v]
assert not _silent, f"wrong in silence: {'; '.join(_silent)}"
assert len(loads) == 9, f"{len(loads)} styles"
