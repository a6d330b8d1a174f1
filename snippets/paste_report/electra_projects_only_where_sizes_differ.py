"""ELECTRA has the layer `embeddings_project` only where `embedding_size` differs from `hidden_size`. Where they are equal, a file's projection is left out, and the outputs are the same without it."""

import tempfile
from pathlib import Path

import torch
from transformers import ElectraConfig, ElectraModel

scope = "library"
decides = "where they differ"

sizes = {"vocab_size": 100, "hidden_size": 16, "num_hidden_layers": 1}
sizes |= {"num_attention_heads": 2, "intermediate_size": 32}
torch.manual_seed(0)


def electra(embedding_size):
    config = ElectraConfig.from_dict({**sizes, "embedding_size": embedding_size})
    return ElectraModel(config).eval()


def projection(model):
    return sorted(name for name in model.state_dict() if "embeddings_project" in name)


equal, smaller = electra(16), electra(8)
in_the_equal, in_the_smaller = projection(equal), projection(smaller)

_file = dict(equal.state_dict())
_file["embeddings_project.weight"] = torch.randn(16, 16)
_file["embeddings_project.bias"] = torch.randn(16)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(equal.config.to_json_string())
    torch.save(_file, str(Path(_folder, "pytorch_model.bin")))
    loaded, report = ElectraModel.from_pretrained(_folder, output_loading_info=True)
left_out = sorted(report["unexpected_keys"])
ids = torch.tensor([[2, 5, 7, 3]])
with torch.no_grad():
    same_outputs = torch.allclose(loaded.eval()(ids)[0], equal(ids)[0], atol=1e-5)

print("where the sizes are equal:", in_the_equal)
print("where they differ:", in_the_smaller)
print("left out of such a file:", left_out)
print("the outputs are the same:", same_outputs)
assert in_the_equal == [], f"equal sizes, and a projection: {in_the_equal}"
assert left_out == in_the_smaller, f"left out: {left_out}, of {in_the_smaller}"
assert same_outputs, "the file's projection changes the outputs"
