"""A BERT created on the meta device has shapes but no values: `.to("cpu")` raises an error, and `to_empty` does not bring in the file's values. `from_pretrained` does."""

import tempfile

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "from_pretrained"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
saved = BertModel(config)
with torch.device("meta"):
    empty = BertModel(config)
try:
    empty.to("cpu")
    error = ""
except NotImplementedError as _error:
    error = str(_error)


def like_the_file(model):
    """Whether each tensor has the saved model's values."""
    tensors = saved.state_dict()
    return all(torch.equal(t, tensors[name]) for name, t in model.state_dict().items())


to_empty_gives_the_file = like_the_file(empty.to_empty(device=saved.device))
with tempfile.TemporaryDirectory() as _folder:
    saved.save_pretrained(_folder)
    loading_gives_the_file = like_the_file(BertModel.from_pretrained(_folder))

print(".to:", error.splitlines()[0][:60])
print("to_empty gives the file's values:", to_empty_gives_the_file)
print("from_pretrained gives them:", loading_gives_the_file)
assert error.startswith("Cannot copy out of meta tensor; no data!"), error
assert not to_empty_gives_the_file, "to_empty gives the file's values"
assert loading_gives_the_file, "from_pretrained does not give the file's values"
