"""peft warns where `lm_head` of a tied GPT-2 is in the adapter. Saved as a whole and merged, it is untied, and peft says so; with `ensure_weight_tying=True` it stays tied, and nothing is said. A LoRA on it, merged, leaves the tie, and moves the embedding."""

import copy
import warnings

import torch
from peft import LoraConfig, get_peft_model
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"
decides = "merged, ensure_weight_tying:"

config = GPT2Config(
    vocab_size=100, n_embd=32, n_head=2, n_layer=1, bos_token_id=None, eos_token_id=None
)
cases = {
    "saved as a whole": {"target_modules": ["c_attn"], "modules_to_save": ["lm_head"]},
    "ensure_weight_tying": {
        "target_modules": ["c_attn"],
        "modules_to_save": ["lm_head"],
        "ensure_weight_tying": True,
    },
    "LoRA": {"target_modules": ["c_attn", "lm_head"]},
}
warned, when_merged, tied, embedding_moved = {}, {}, {}, {}
for _name, _options in cases.items():
    torch.manual_seed(0)
    model = GPT2LMHeadModel(copy.deepcopy(config))  # merging may change it
    _words = model.transformer.wte.weight.detach().clone()

    def about_the_tie(caught):
        said = [str(one.message) for one in caught]
        return [
            line.splitlines()[0] for line in said if "tie" in line or "tying" in line
        ]

    with warnings.catch_warnings(record=True) as _caught:
        warnings.simplefilter("always")
        adapted = get_peft_model(model, LoraConfig(**_options))
    warned[_name] = about_the_tie(_caught)
    for _parameter in adapted.parameters():  # stands for training
        if _parameter.requires_grad:
            torch.nn.init.normal_(_parameter, std=0.1)
    with warnings.catch_warnings(record=True) as _caught:
        warnings.simplefilter("always")
        merged = adapted.merge_and_unload()
    when_merged[_name] = about_the_tie(_caught)
    tied[_name] = merged.lm_head.weight is merged.transformer.wte.weight
    embedding_moved[_name] = not torch.equal(merged.transformer.wte.weight, _words)

for _name in cases:
    print(f"{_name}: warned {len(warned[_name])}, {len(when_merged[_name])} merged")
    print(f"merged, {_name}: tied {tied[_name]}, moved {embedding_moved[_name]}")
assert "`ensure_weight_tying` is not set" in warned["saved as a whole"][0]
assert "no longer tied after merging" in when_merged["saved as a whole"][0]
assert "`ensure_weight_tying` is not set" in warned["LoRA"][0]
assert "are part of the adapter" in when_merged["LoRA"][0]
assert not warned["ensure_weight_tying"] and not when_merged["ensure_weight_tying"]
assert tied == {"saved as a whole": False, "ensure_weight_tying": True, "LoRA": True}
assert embedding_moved["LoRA"] and not embedding_moved["saved as a whole"]
