"""The second name of the matrix costs a `.bin` less than a thousandth of its size, and a real copy half as much again; safetensors refuses the second name."""

import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

scope = "checkpoint"

pydoc_bert = "checkpoints/pydoc-bert/model.safetensors"
matrix = "bert.embeddings.word_embeddings.weight"
decoder = "cls.predictions.decoder.weight"

_once = load_file(pydoc_bert)
_alias = {**_once, decoder: _once[matrix]}  # as in state_dict(): one storage, two names
_two = {**_once, decoder: _once[matrix].clone()}
matrix_bytes = _once[matrix].numel() * _once[matrix].element_size()
with tempfile.TemporaryDirectory() as _folder:

    def bytes_of(write, tensors):
        path = Path(_folder, "pytorch_model")
        write(tensors, path)
        return path.stat().st_size

    bin_bytes = [bytes_of(torch.save, tensors) for tensors in (_once, _alias, _two)]
    try:
        _written, refused = bytes_of(save_file, _alias), False
    except RuntimeError:
        refused = True
    safetensors_bytes = [bytes_of(save_file, tensors) for tensors in (_once, _two)]

the_key_costs = bin_bytes[1] - bin_bytes[0]
a_copy_costs = bin_bytes[2] - bin_bytes[0]
table = [
    {
        "the file has": "the matrix once",
        "keys": len(_once),
        "pytorch_model.bin": bin_bytes[0],
        "model.safetensors": safetensors_bytes[0],
    },
    {
        "the file has": "one matrix, two names",
        "keys": len(_alias),
        "pytorch_model.bin": bin_bytes[1],
        "model.safetensors": "refused" if refused else "written",
    },
    {
        "the file has": "two equal matrices",
        "keys": len(_two),
        "pytorch_model.bin": bin_bytes[2],
        "model.safetensors": safetensors_bytes[1],
    },
]

print(f"the matrix: {matrix_bytes:,} bytes")
for row in table:
    print(f"{row['the file has']:22} {row['pytorch_model.bin']:>10,}", end=" bytes; ")
    print("safetensors:", row["model.safetensors"])
print(f"the key costs {the_key_costs:,} bytes, a copy {a_copy_costs:,}")
assert 0 < the_key_costs < bin_bytes[0] / 1000
assert a_copy_costs >= matrix_bytes
assert refused, "safetensors takes two names for one storage"
assert safetensors_bytes[1] - safetensors_bytes[0] >= matrix_bytes
