"""With a `device_map`, the part of a BERT that accelerate leaves on disk is on meta but still computes; calling its `.to("cpu")` raises an error. Loaded without `device_map`, nothing is on meta."""

import tempfile

import accelerate
import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "without device_map"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
_token_ids = torch.tensor([[2, 5, 7, 3]])
_map = {"embeddings": "cpu", "encoder": "disk", "pooler": "cpu"}
saved = BertModel(BertConfig.from_dict(_sizes)).eval()


def on_meta(model):
    return sorted(name for name, one in model.named_parameters() if one.is_meta)


with tempfile.TemporaryDirectory() as _folder, tempfile.TemporaryDirectory() as _disk:
    saved.save_pretrained(_folder)
    whole = BertModel.from_pretrained(_folder)
    loaded = accelerate.dispatch_model(  # as from_pretrained does with device_map
        BertModel.from_pretrained(_folder), device_map=_map, offload_dir=_disk
    )
    with torch.no_grad():
        same_vectors = torch.allclose(loaded(_token_ids)[0], saved(_token_ids)[0])
    left_on_meta = on_meta(loaded)
    try:
        loaded.encoder.to("cpu")
        error = ""
    except NotImplementedError as _error:
        error = str(_error)
same_values = all(
    torch.equal(tensor, saved.state_dict()[name])
    for name, tensor in whole.state_dict().items()
)

print("on meta:", len(left_on_meta), "tensors; same vectors:", same_vectors)
print(".to:", error[:37])
print("without device_map the file's values, and none on meta:", same_values)
_encoder = sorted(k for k, _ in saved.named_parameters() if k.startswith("encoder."))
assert left_on_meta == _encoder, f"on meta: {left_on_meta}"
assert same_vectors, "it computes other vectors"
assert error.startswith("Cannot copy out of meta tensor; no data!"), error
assert not on_meta(whole), f"without device_map: {on_meta(whole)}"
assert same_values, "without device_map something is not the file's"
