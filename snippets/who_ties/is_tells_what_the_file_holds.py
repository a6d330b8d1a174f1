"""Use `is` to check whether a model is tied: `state_dict()` lists the output layer's name either way. In nine families `output.weight is words.weight` is true for the tied model, whose file has one matrix, and false for the untied one, whose file has two."""

import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM
from transformers.utils import logging

scope = "library"
decides = "one matrix in the file"

logging.set_verbosity_error()  # some tokens are past so small a vocabulary

_masked = ["bert", "roberta", "distilbert", "electra", "modernbert"]
_causal = ["gpt2", "llama", "qwen3", "gemma"]
one_object, in_the_file, unlisted = [], [], []
for model_type in [*_masked, *_causal]:
    for flag in (True, False):
        torch.manual_seed(0)
        config = AutoConfig.for_model(
            model_type, vocab_size=99, hidden_size=32, num_hidden_layers=1, head_dim=16
        )
        config.num_attention_heads = config.num_key_value_heads = 2
        config.intermediate_size, config.pad_token_id = 64, 0
        config.tie_word_embeddings = flag
        of_class = (
            AutoModelForMaskedLM if model_type in _masked else AutoModelForCausalLM
        )
        model = of_class.from_config(config)
        output, words = model.get_output_embeddings(), model.get_input_embeddings()
        if output.weight is words.weight:
            one_object.append((model_type, flag))
        with tempfile.TemporaryDirectory() as _folder:
            model.save_pretrained(_folder)
            _file = load_file(Path(_folder, "model.safetensors"))
        _matrices = [key for key, t in _file.items() if t.shape == words.weight.shape]
        in_the_file.append((model_type, flag, len(_matrices)))
        _name = next(name for name, module in model.named_modules() if module is output)
        if f"{_name}.weight" not in model.state_dict():
            unlisted.append((model_type, flag))

families = [*_masked, *_causal]
with_one = [(kind, flag) for kind, flag, count in in_the_file if count == 1]
with_two = [(kind, flag) for kind, flag, count in in_the_file if count == 2]
print("one object: ", *(kind for kind, flag in one_object))
print("one matrix in the file:", *(kind for kind, flag in with_one))
print("output layer's name not in state_dict():", unlisted or "none")
_expected = [[(kind, flag) for kind in families] for flag in (True, False)]
assert [with_one, with_two] == _expected, f"matrices in the file: {in_the_file}"
assert one_object == with_one, f"{one_object}, but in the file {in_the_file}"
assert not unlisted, f"state_dict() lacks it: {unlisted}"
