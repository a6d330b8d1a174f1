"""Do not call `.to(…)` on a model loaded with `device_map`: use it as it is or, if it fits into memory, load it without one. A model that was made on the meta device has values, too, when it is loaded again. They are the file's. `is_meta` tells which tensors are on meta. Seen on a BERT whose encoder accelerate left on disk."""

import tempfile
from pathlib import Path

import accelerate
import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "loaded again"

torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_config = BertConfig(vocab_size=50, intermediate_size=24, **_sizes)
_saved = BertModel(_config)
_map = {"embeddings": "cpu", "encoder": "disk", "pooler": "cpu"}


def _on_meta(_model):
    return [_name for _name, _one in _model.state_dict().items() if _one.is_meta]


def _moved(_model):
    """Return the error of a move to another dtype, or nothing."""
    try:
        for _module in _model.children():
            _module.to("cpu", torch.float64)
    except NotImplementedError as _error:
        return str(_error)
    return ""


def _same(_model):
    _own = _model.state_dict()
    return all(
        torch.equal(_own[_k], _t.to(_own[_k])) for _k, _t in _saved.state_dict().items()
    )


with tempfile.TemporaryDirectory() as _here:
    _mine, _disk, _new = (str(Path(_here, _name)) for _name in ("a", "b", "c"))
    _saved.save_pretrained(_mine)
    with torch.device("meta"):
        _empty = BertModel(_config)
    _spread = accelerate.dispatch_model(  # as from_pretrained does with device_map
        BertModel.from_pretrained(_mine), device_map=_map, offload_dir=_disk
    )
    _ids = torch.tensor([[2, 5, 7, 3]])
    with torch.no_grad():
        _computes = torch.allclose(
            _spread.eval()(_ids)[0], _saved.eval()(_ids)[0], atol=1e-5
        )
    _before = [(len(_on_meta(_one)), _moved(_one)) for _one in (_empty, _spread)]
    _model = BertModel.from_pretrained(_mine)
    _left = _on_meta(_model)
    _error = _moved(_model)
    _dtypes = {_one.dtype for _one in _model.parameters()}
    _same_values = _same(_model)
    _model.save_pretrained(_new)
    _same_again = _same(BertModel.from_pretrained(_new))

for _count, _said in _before:
    print(f"on meta: {_count}; .to: {_said[:37]}")
print(f"loaded again, on meta: {_left}; .to: {_error or 'works'}; {_same_values}")
print("saved and loaded once more, the same values:", _same_again)
print("as it is, it computes the saved model's vectors:", _computes)
assert _computes
assert all(_count > 0 for _count, _said in _before), _before
assert all(_s.startswith("Cannot copy out of meta tensor") for _c, _s in _before)
assert _left == [] and _error == "", f"{_left}, {_error}"
assert _dtypes == {torch.float64}, _dtypes
assert _same_values and _same_again, "other values than the file's"
