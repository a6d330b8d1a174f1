"""Fresh and tied, Gemma multiplies its rows by √d at the input, and T5 divides its vectors by √d before the output. BERT, GPT-2 and Llama do neither. BART scales the input when `scale_embedding` is set, Granite both ends, by numbers in its configuration. Where the rows come in large, the token just read has the highest start."""

import torch
import transformers
from transformers import (
    AutoModelForCausalLM,
    AutoModelForMaskedLM,
    AutoModelForSeq2SeqLM,
)

scope = "library"
decides = "Gemma:"

vocabulary, width = 200, 768
root = width**0.5
_llama = {
    "hidden_size": width,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "num_key_value_heads": 2,
    "head_dim": 32,
    "intermediate_size": 64,
    "tie_word_embeddings": True,
}
_bert = dict(list(_llama.items())[:3])
_gpt2 = {"n_embd": width, "n_layer": 1, "n_head": 2}
_bart = {
    "d_model": width,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_attention_heads": 2,
    "decoder_attention_heads": 2,
    "scale_embedding": True,
    "decoder_start_token_id": 2,
    "forced_eos_token_id": None,
}
_t5 = {"d_model": width, "d_kv": 32, "num_layers": 1, "num_heads": 2}
_granite = {**_llama, "embedding_multiplier": 12.0, "logits_scaling": 4.0}
families = {
    "BERT": (AutoModelForMaskedLM, "BertConfig", _bert),
    "GPT-2": (AutoModelForCausalLM, "GPT2Config", _gpt2),
    "Llama": (AutoModelForCausalLM, "LlamaConfig", _llama),
    "Gemma": (AutoModelForCausalLM, "GemmaConfig", _llama),
    "BART": (AutoModelForSeq2SeqLM, "BartConfig", _bart),
    "T5": (AutoModelForSeq2SeqLM, "T5Config", _t5),
    "Granite": (AutoModelForCausalLM, "GraniteConfig", _granite),
}
_tokens = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": 0}
named = {"1": 1, "√d": root, "1/√d": 1 / root, "12": 12, "1/4": 1 / 4}


def name_of(factor):
    """Name a measured factor; a LayerNorm's ε keeps it a little below."""
    return next(name for name, value in named.items() if abs(factor / value - 1) < 0.01)


scales = []
for family, (auto, config, sizes) in families.items():
    torch.manual_seed(0)
    config_class = getattr(transformers, config)
    model = auto.from_config(
        config_class(vocab_size=vocabulary, **{**_tokens, **sizes})
    ).eval()
    matrix, decoder = model.get_input_embeddings().weight, model.get_output_embeddings()
    assert decoder.weight is matrix, f"{family} is not tied"
    read, scored = [], []  # the first rows read; what the decoder gets
    for module in model.modules():
        if isinstance(module, torch.nn.Embedding) and module.weight is matrix:
            module.register_forward_hook(lambda _m, _x, rows, to=read: to.append(rows))
    decoder.register_forward_pre_hook(lambda _m, x, to=scored: to.append(x[0]))
    if family == "Granite":  # it multiplies outside of the embedding
        _first = model.model.layers[0]
        _first.register_forward_pre_hook(lambda _m, x, to=read: to.insert(0, x[0]))
    token_ids = torch.arange(10, 26)[None]
    decoded = {}
    if auto is AutoModelForSeq2SeqLM:
        decoded["decoder_input_ids"] = token_ids
    with torch.no_grad():
        logits = model(token_ids, **decoded).logits
        normed = torch.nn.functional.normalize(scored[-1], dim=-1) * root
        at_input = (read[0].norm() / matrix[token_ids].norm()).item()
        own_token = logits.gather(-1, token_ids[..., None]).mean().item()
        at_output = (logits.norm() / (normed @ matrix.T).norm()).item()
    scales.append(
        {
            "fresh model": family,
            "spread of its matrix": f"{matrix.std():.1g}",
            "× at the input": name_of(at_input),
            "× at the output": name_of(at_output),
            "spread of its logits": float(f"{logits.std():.2g}"),
            "logit of the token just read": float(f"{own_token:.2g}"),
        }
    )
    print(f"{family}: input × {name_of(at_input)}, output × {name_of(at_output)}")

found = {row["fresh model"]: list(row.values())[2:4] for row in scales}
assert found["Gemma"] == found["BART"] == ["√d", "1"]
assert found["T5"] == ["1", "1/√d"]
assert found["BERT"] == found["GPT-2"] == found["Llama"] == ["1", "1"]
assert found["Granite"] == ["12", "1/4"]
own = {row["fresh model"]: list(row.values())[-1] for row in scales}
for family in ("Gemma", "BART", "T5"):  # its row makes up most of the last vector
    assert own[family] > 10 > 3 > own["BERT"], f"the token just read: {own}"
