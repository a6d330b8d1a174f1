"""To learn whether the output matrix was loaded, look in `missing_keys` for the embedding if the two are tied, and for `lm_head.weight` if not. `is` says only whether the two are one. If a GPT-2's embedding is missing, it reports `lm_head.weight`, too, and both are one random matrix. In a BERT whose keys have a strange prefix `is` says tied as well, and nothing was loaded. An untied Llama without `lm_head.weight` has a random one."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import (
    BertConfig,
    BertForMaskedLM,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
)

scope = "library"
decides = "GPT-2 without its embedding"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
_gpt2 = GPT2LMHeadModel(GPT2Config(vocab_size=50, n_embd=16, n_layer=1, n_head=2))
_bert = BertForMaskedLM(
    BertConfig(
        vocab_size=50,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=24,
    )
)


_llama = LlamaForCausalLM(
    LlamaConfig(
        vocab_size=50,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=24,
        tie_word_embeddings=False,
    )
)


def load(saved, file):
    """Return whether the matrix is tied, whether it was loaded, and what is missing."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(saved.config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        model, report = type(saved).from_pretrained(folder, output_loading_info=True)
    output, words = model.get_output_embeddings(), model.get_input_embeddings()
    [name] = [n for n, p in model.named_parameters() if p is words.weight]
    return {
        "tied": output.weight is words.weight,
        "the file's": torch.equal(words.weight, saved.get_input_embeddings().weight),
        "embedding missing": any(name.endswith(key) for key in report["missing_keys"]),
        "lm_head.weight missing": "lm_head.weight" in report["missing_keys"],
    }


_untied = {k: t for k, t in _llama.state_dict().items() if k != "lm_head.weight"}
_names = {name: p.detach() for name, p in _gpt2.named_parameters()}  # a tie once
_without = {name: t for name, t in _names.items() if "wte" not in name}
_whole = {name: p.detach() for name, p in _bert.named_parameters()}
_strange = {f"module.model.{name}": tensor for name, tensor in _whole.items()}
loads = {
    "GPT-2, whole": load(_gpt2, _names),
    "GPT-2 without its embedding": load(_gpt2, _without),
    "BERT, whole": load(_bert, _whole),
    "BERT under a strange prefix": load(_bert, _strange),
    "untied Llama without its output matrix": load(_llama, _untied),
}

for _file, _what in loads.items():
    print(f"{_file}:", *(f"{name} {value};" for name, value in _what.items()))
assert [one["tied"] for one in loads.values()] == [True] * 4 + [False], f"{loads}"
_loaded = [one["the file's"] for one in loads.values()]
assert _loaded == [True, False, True, False, True], f"loaded: {_loaded}"
_missing = [one["embedding missing"] for one in loads.values()]
assert _missing == [False, True, False, True, False], (
    f"the embedding is missing: {_missing}"
)
_second = [one["lm_head.weight missing"] for one in loads.values()]
assert _second == [False, True, False, False, True], (
    f"lm_head.weight is missing: {_second}"
)
