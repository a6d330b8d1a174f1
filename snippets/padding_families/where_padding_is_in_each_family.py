"""BERT, DistilBERT, ALBERT, ELECTRA, ModernBERT and RoBERTa's line have a `padding_idx` on the word embedding; GPT-2 and T5 have none. RoBERTa, XLM-RoBERTa and MPNet also take positions from the pad ids."""

import torch
from torch import nn
from transformers import AutoConfig, AutoModel, logging

scope = "library"

logging.set_verbosity_error()  # some end tokens lie outside so small a vocabulary
types = ["bert", "distilbert", "albert", "electra", "modernbert"]
types += ["roberta", "xlm-roberta", "mpnet", "gpt2", "t5"]

families = []
for model_type in types:
    torch.manual_seed(0)
    config = AutoConfig.for_model(
        model_type, vocab_size=100, hidden_size=32, num_hidden_layers=1
    )
    config.num_attention_heads, config.intermediate_size = 2, 64
    if model_type == "modernbert":
        config.pad_token_id = 0  # its own lies outside the small vocabulary
    model = AutoModel.from_config(config).eval()
    model = model.encoder if config.is_encoder_decoder else model
    pad = config.pad_token_id
    with_padding_idx, positions = set(), []
    for name, module in model.named_modules():
        if isinstance(module, nn.Embedding) and module.padding_idx is not None:
            with_padding_idx.add(name.split(".")[-1])
        if name.endswith(("position_embeddings", "wpe")):
            seen = positions.append
            module.register_forward_hook(lambda _, ids, __, seen=seen: seen(ids[0]))
    _row = model.get_input_embeddings().weight[pad or 0].detach()
    _words = torch.randint(3, 100, (1, 3))
    _left_padded = torch.cat([torch.full((1, 2), pad or 0), _words], dim=1)
    with torch.no_grad():
        model(_left_padded)
    families.append(
        {
            "model type": model_type,
            "pad id": "none" if pad is None else pad,
            "with padding_idx": " ".join(sorted(with_padding_idx)) or "none",
            "fresh [PAD] row": "there is none",
            "positions of 2 pads, 3 tokens": "none looked up",
        }
    )
    if pad is not None:
        families[-1]["fresh [PAD] row"] = "random" if _row.any() else "zero"
    if positions:
        families[-1]["positions of 2 pads, 3 tokens"] = positions[0].flatten().tolist()

for row in families:
    print(*row.values(), sep=" · ")
_none, _from_pads = [], []
for row in families:
    if row["with padding_idx"] == "none":
        _none.append(row["model type"])
    if row["positions of 2 pads, 3 tokens"][:2] == [1, 1]:
        _from_pads.append(row["model type"])
print("no padding_idx:", *_none, end="; ")
print("positions from the pad ids:", *_from_pads)
_by_type = {row["model type"]: list(row.values())[1:] for row in families}
_counted = list(range(5))  # from the left edge, pads included
for model_type in types[:4]:
    assert _by_type[model_type] == [0, "word_embeddings", "zero", _counted], model_type
assert _by_type["modernbert"] == [0, "tok_embeddings", "random", "none looked up"]
for model_type in types[5:8]:
    _both = "position_embeddings word_embeddings"
    assert _by_type[model_type] == [1, _both, "zero", [1, 1, 2, 3, 4]], model_type
assert _by_type["gpt2"] == ["none", "none", "there is none", _counted]
assert _by_type["t5"] == [0, "none", "random", "none looked up"]
