"""A tied GPT-2 is saved without `lm_head.weight`, and when it is loaded again nothing is missing."""

import tempfile

from safetensors.torch import load_file
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"

model = GPT2LMHeadModel(GPT2Config(n_layer=2, n_embd=96))
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _file = load_file(f"{_folder}/model.safetensors")
    loaded, _report = GPT2LMHeadModel.from_pretrained(_folder, output_loading_info=True)
in_the_file, missing = "lm_head.weight" in _file, sorted(_report["missing_keys"])
_head, _words = loaded.lm_head.weight, loaded.transformer.wte.weight
tied = _head is _words

print(f"lm_head.weight in the file: {in_the_file}; missing: {missing}; tied: {tied}")
assert tied and not in_the_file and not missing
assert _head.equal(model.lm_head.weight), "loaded, it has other values"
