"""A T5 file that has an embedding, another output matrix and no `shared.weight` keeps them apart: the encoder reads the embedding, not the output matrix."""

import tempfile
from pathlib import Path

import torch
from transformers import T5Config, T5ForConditionalGeneration

scope = "library"

torch.manual_seed(0)
config = T5Config.from_dict(
    {
        "vocab_size": 100,
        "d_model": 16,
        "d_kv": 8,
        "d_ff": 32,
        "num_layers": 1,
        "num_heads": 2,
        "tie_word_embeddings": False,
    }
)
model = T5ForConditionalGeneration(config)
_file = {
    key: tensor
    for key, tensor in model.state_dict().items()
    if key not in ("shared.weight", "encoder.embed_tokens.weight")
}
copies = {
    "decoder.embed_tokens.weight": torch.full((100, 16), 1.0),
    "lm_head.weight": torch.full((100, 16), 2.0),
}
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save({**_file, **copies}, Path(_folder, "pytorch_model.bin"))
    loaded = T5ForConditionalGeneration.from_pretrained(_folder)
_names = {1.0: "the embedding", 2.0: "the output matrix"}
holds = {
    "encoder": _names.get(loaded.encoder.embed_tokens.weight.mean().item(), "neither"),
    "decoder": _names.get(loaded.decoder.embed_tokens.weight.mean().item(), "neither"),
    "lm_head": _names.get(loaded.lm_head.weight.mean().item(), "neither"),
}

print(holds)
assert holds["lm_head"] == "the output matrix", f"lm_head holds {holds['lm_head']}"
assert holds["decoder"] == "the embedding", f"the decoder reads {holds['decoder']}"
assert holds["encoder"] == "the embedding", f"the encoder reads {holds['encoder']}"
