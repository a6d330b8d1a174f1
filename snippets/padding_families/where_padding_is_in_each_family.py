"""BERT's relatives agree on one thing, a `padding_idx` on the word embedding. RoBERTa's line also takes positions from the pad ids, and GPT-2 and T5 have no `padding_idx` at all."""

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
    _left_padded = torch.tensor([[pad or 0] * 2 + [17, 54, 23]])
    with torch.no_grad():
        model(_left_padded, attention_mask=torch.tensor([[0, 0, 1, 1, 1]]))
    families.append(
        {
            "model type": model_type,
            "pad id": "none" if pad is None else pad,
            "with padding_idx": " ".join(sorted(with_padding_idx)) or "none",
            "fresh [PAD] row": "random" if _row.any() else "zero",
            "positions of 2 pads, 3 tokens": "none looked up",
        }
    )
    if positions:
        families[-1]["positions of 2 pads, 3 tokens"] = positions[0].flatten().tolist()
    if pad is None:
        families[-1]["fresh [PAD] row"] = "there is none"

for row in families:
    print(*row.values(), sep=" · ")
_by_type = {row["model type"]: list(row.values())[2:] for row in families}
for model_type in types[:4]:
    assert _by_type[model_type] == ["word_embeddings", "zero", [0, 1, 2, 3, 4]]
assert _by_type["modernbert"] == ["tok_embeddings", "random", "none looked up"]
for model_type in types[5:8]:
    _both = "position_embeddings word_embeddings"
    assert _by_type[model_type] == [_both, "zero", [1, 1, 2, 3, 4]]
assert _by_type["gpt2"] == ["none", "there is none", [0, 1, 2, 3, 4]]
assert _by_type["t5"] == ["none", "random", "none looked up"]
