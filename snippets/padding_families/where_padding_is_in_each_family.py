"""The BERT family agrees on one thing: a `padding_idx` on the word embedding. RoBERTa's line also takes positions from the pad ids, and GPT-2 and T5 have no `padding_idx` at all."""

import torch
import transformers
from torch import nn

_bert = {
    "vocab_size": 100,
    "hidden_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "max_position_embeddings": 34,
}
_ends = {"bos_token_id": 2, "eos_token_id": 3}
_bart = {"d_model": 16, "max_position_embeddings": 34, "vocab_size": 100}
for _side in ("encoder", "decoder"):
    _bart |= {
        f"{_side}_{key}": value for key, value in {"layers": 1, "ffn_dim": 32}.items()
    }
    _bart[f"{_side}_attention_heads"] = 2
configurations = {
    "Bert": _bert,
    "DistilBert": {"vocab_size": 100, "dim": 16, "n_layers": 1, "n_heads": 2},
    "Albert": {**_bert, "embedding_size": 8},
    "Electra": {**_bert, "embedding_size": 8},
    "DebertaV2": _bert,
    "ModernBert": {
        **_bert,
        **_ends,
        "pad_token_id": 0,
        "cls_token_id": 2,
        "sep_token_id": 3,
    },
    "Roberta": _bert,
    "XLMRoberta": _bert,
    "MPNet": _bert,
    "Bart": _bart,
    "GPT2": {"vocab_size": 100, "n_embd": 16, "n_layer": 1, "n_head": 2, **_ends},
    "T5": {
        "vocab_size": 100,
        "d_model": 16,
        "d_kv": 8,
        "num_layers": 1,
        "num_heads": 2,
    },
}


def positions_looked_up(model, token_ids):
    """What the model asks its position embedding for, if it has one."""
    seen = []
    for name, module in model.named_modules():
        if name.endswith(("position_embeddings", "wpe", "encoder.embed_positions")):
            module.register_forward_hook(lambda m, _, out: seen.append((m, out)))
    with torch.no_grad():
        extra = (
            {"decoder_input_ids": token_ids} if model.config.is_encoder_decoder else {}
        )
        model(token_ids, attention_mask=(token_ids != token_ids[0, 0]).long(), **extra)
    if not seen:
        return "relative"
    module, vectors = seen[0]
    distances = torch.cdist(vectors.reshape(-1, vectors.shape[-1]), module.weight)
    return distances.argmin(dim=1)[:5].tolist()


families = []
for name, values in configurations.items():
    torch.manual_seed(0)
    config = getattr(transformers, f"{name}Config")(**values)
    model = getattr(transformers, f"{name}Model")(config).eval()
    pad = config.pad_token_id
    with torch.no_grad():
        fresh = model.get_input_embeddings().weight[pad or 0].any().item()
    with_padding_idx = {
        module_name.split(".")[-1]
        for module_name, module in model.named_modules()
        if isinstance(module, nn.Embedding) and module.padding_idx is not None
    } - {"embed_tokens"}  # of BART: the same matrix as `shared`
    _left_padded = torch.tensor([[pad or 0] * 2 + [17, 54, 23]])
    families.append(
        {
            "family": name,
            "pad_token_id": "none" if pad is None else pad,
            "with padding_idx": ", ".join(sorted(with_padding_idx)) or "none",
            "fresh [PAD] row": "no row"
            if pad is None
            else "random"
            if fresh
            else "zero",
            "positions of 2 pads and 3 tokens": positions_looked_up(
                model, _left_padded
            ),
        }
    )

for row in families:
    print(*[f"{value}" for value in row.values()], sep=" · ")
_by_name = {row["family"]: row for row in families}
_positions = {n: r["positions of 2 pads and 3 tokens"] for n, r in _by_name.items()}
for name in ("Bert", "DistilBert", "Albert", "Electra", "DebertaV2"):
    assert _by_name[name]["with padding_idx"] == "word_embeddings"
    assert _by_name[name]["fresh [PAD] row"] == "zero"
    assert _positions[name] == [0, 1, 2, 3, 4], name
for name in ("Roberta", "XLMRoberta", "MPNet"):
    assert "position_embeddings" in _by_name[name]["with padding_idx"]
    assert _positions[name] == [1, 1, 2, 3, 4], name
for name in ("GPT2", "T5"):
    assert _by_name[name]["with padding_idx"] == "none"
