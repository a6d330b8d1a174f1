"""`AutoModel` finds the encoder in a SentenceTransformer's folder, and leaves its pooling and its Dense layer out. In one with a `0_Transformer` it needs `subfolder=`; of a file with `0.auto_model.` before each name it reads nothing without `key_mapping`."""

import json
import tempfile
from contextlib import chdir
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import AutoModel, BertConfig, BertModel, logging

scope = "library"
decides = "0.auto_model. in front"

logging.set_verbosity_error()  # the reports are read as data
logging.disable_progress_bar()
torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
encoder = BertModel(config).eval()
_ids = torch.tensor([[2, 17, 50, 4, 30, 42, 3], [2, 7, 8, 9, 4, 6, 3]])
_in_full = encoder(_ids)[0].detach()
sentence = _in_full.mean(dim=1)  # what mean pooling gives
FRONTS = ("0.auto_model.", "0.model.")  # two ages of the library
MAPPING = {r"^0\.(auto_)?model\.": ""}


def write(folder, transformer):
    """What sentence-transformers writes, on the model's side."""
    encoder.save_pretrained(folder / transformer)
    paths = [transformer, "1_Pooling", "2_Dense"]
    modules = [{"idx": i, "name": str(i), "path": path} for i, path in enumerate(paths)]
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling/config.json").write_text('{"pooling_mode_mean_tokens": true}')
    (folder / "2_Dense").mkdir()
    save_file(
        {"linear.weight": torch.ones(8, 24)}, folder / "2_Dense/model.safetensors"
    )


def load(folder, **options):
    try:
        model, report = AutoModel.from_pretrained(
            folder, output_loading_info=True, **options
        )
    except ValueError as error:
        return f"{type(error).__name__}: {str(error).split(' in ')[0]}"
    output = model.eval()(_ids)
    same = torch.allclose(output[0], _in_full, atol=1e-5)
    pooled = torch.allclose(output.pooler_output, sentence, atol=1e-2)
    keys = len(report["missing_keys"]), len(report["unexpected_keys"])
    return f"same vectors: {same}; missing, unexpected: {keys}; the mean: {pooled}"


# By a short name: 4.x also looks for "vit", "t5" and others in the folder's whole path.
with tempfile.TemporaryDirectory() as _folder, chdir(_folder):
    _new, _old = Path("new"), Path("old")
    write(_new, "")
    write(_old, "0_Transformer")
    files = sorted(p.relative_to(_new).as_posix() for p in _new.rglob("*.*"))
    found = {
        "encoder in the folder": load(_new),
        "encoder in 0_Transformer": load(_old),
        "the same, subfolder=": load(_old, subfolder="0_Transformer"),
    }
    for _front in FRONTS:
        _bare = Path(_front)
        config.save_pretrained(_bare)
        _state = {_front + key: tensor for key, tensor in encoder.state_dict().items()}
        save_file(_state, _bare / "model.safetensors", {"format": "pt"})
        found[f"{_front} in front"] = load(_bare)
        found[f"{_front} with key_mapping="] = load(_bare, key_mapping=MAPPING)

print("in the folder:", *files)
for _what, _answer in found.items():
    print(f"{_what}: {_answer}")
_whole = "same vectors: True; missing, unexpected: (0, 0); the mean: False"
_all = len(_state)
_nothing = (
    f"same vectors: False; missing, unexpected: ({_all}, {_all}); the mean: False"
)
_expected = [_whole, "ValueError: Unrecognized model", _whole]
assert list(found.values()) == [*_expected, *[_nothing, _whole] * 2], f"{found}"
assert files == [
    "1_Pooling/config.json",
    "2_Dense/model.safetensors",
    "config.json",
    "model.safetensors",
    "modules.json",
], f"{files}"
