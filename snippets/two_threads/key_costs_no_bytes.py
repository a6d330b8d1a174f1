"""The second name of a matrix costs a `.bin` less than a thousandth of its size. A real copy costs the matrix again; safetensors refuses the second name."""

import tempfile
from pathlib import Path

import torch
from safetensors.torch import save_file

scope = "library"
decides = "a .bin grows by"

matrix = "bert.embeddings.word_embeddings.weight"
decoder = "cls.predictions.decoder.weight"
bias = "cls.predictions.bias"

torch.manual_seed(0)
words = torch.rand(30522, 32)
once = {matrix: words, bias: torch.rand(30522)}
alias = {**once, decoder: words}  # as in state_dict(): one storage, two names
two = {**once, decoder: words.clone()}
with tempfile.TemporaryDirectory() as _folder:

    def bytes_of(write, tensors):
        path = Path(_folder, "file")
        write(tensors, path)
        return path.stat().st_size

    bin_once, bin_alias, bin_two = (bytes_of(torch.save, t) for t in (once, alias, two))
    safetensors_once, safetensors_two = (bytes_of(save_file, t) for t in (once, two))
    refusals = []
    try:
        bytes_of(save_file, alias)
    except RuntimeError as _error:
        refusals.append(type(_error).__name__)

matrix_bytes = words.nbytes
the_key_costs = bin_alias - bin_once
a_copy_costs = bin_two - bin_once
a_copy_costs_safetensors = safetensors_two - safetensors_once
share = the_key_costs / bin_once

print(f"the matrix: {matrix_bytes:,} bytes; a .bin with it once: {bin_once:,}")
print(
    f"a .bin grows by {the_key_costs:,} with the key, by {a_copy_costs:,} with a copy"
)
print(f"safetensors grows by {a_copy_costs_safetensors:,} with a copy", end=", ")
print("and with the key:", *refusals or ["it is written"])
assert 0 < share < 1 / 1000
assert 0.99 < a_copy_costs / matrix_bytes < 1.01
assert 0.99 < a_copy_costs_safetensors / matrix_bytes < 1.01
assert refusals, "safetensors takes two names for one storage"
