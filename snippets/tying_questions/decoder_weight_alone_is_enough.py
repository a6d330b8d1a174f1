"""A file that has the shared matrix only under `decoder.weight`, and not under the embedding's name, loads completely: both modules use the file's matrix."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
model = BertForMaskedLM(config).eval()
matrix = torch.randn(100, 16)
_file = dict(model.state_dict())
del _file["bert.embeddings.word_embeddings.weight"]
_file["cls.predictions.decoder.weight"] = matrix
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(_file, Path(_folder, "pytorch_model.bin"))
    loaded = BertForMaskedLM.from_pretrained(_folder)
_both = {
    "the embedding": loaded.bert.embeddings.word_embeddings.weight,
    "the decoder": loaded.cls.predictions.decoder.weight,
}
on_meta = [name for name, weight in _both.items() if weight.device.type == "meta"]

print("on `meta`:", *on_meta or ["neither"])
assert not on_meta, f"{' and '.join(on_meta)}: on `meta`, with no values at all"
_lost = [name for name, weight in _both.items() if not torch.equal(weight, matrix)]
_filled = [name for name in _both if name not in _lost]
print("filled with the file's matrix:", ", ".join(_filled) or "neither")
assert not _lost, f"not in {' and '.join(_lost)}"
assert _both["the decoder"] is _both["the embedding"], "they are two Parameters"
