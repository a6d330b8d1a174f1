"""A tied GPT-2 is saved without `lm_head.weight`, and when it is loaded again nothing is missing."""

import tempfile

from safetensors.torch import load_file
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"

name = "lm_head.weight"
model = GPT2LMHeadModel(GPT2Config(n_layer=2, n_embd=96))
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _file = load_file(f"{_folder}/model.safetensors")
    _got = GPT2LMHeadModel.from_pretrained(_folder, output_loading_info=True)
loaded, _report = _got
missing = sorted(_report["missing_keys"])
tied = loaded.lm_head.weight is loaded.transformer.wte.weight

print(f"{name} in file: {name in _file}; missing: {missing}; tied: {tied}")
assert tied and name not in _file and not missing
assert loaded.lm_head.weight.equal(model.lm_head.weight), "it has other values"
