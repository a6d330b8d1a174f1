"""From an encoder-only file, a tied `BertForMaskedLM` is not reported to miss `cls.predictions.decoder.weight`: the embedding supplies it."""

import contextlib
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
encoder_only = dict(BertForMaskedLM(config).bert.state_dict())
decoder_weight = "cls.predictions.decoder.weight"

with tempfile.TemporaryDirectory() as _folder, contextlib.chdir(_folder):
    Path("encoder-only").mkdir()
    Path("encoder-only/config.json").write_text(config.to_json_string())
    torch.save(encoder_only, "encoder-only/pytorch_model.bin")
    model, report = BertForMaskedLM.from_pretrained(
        "encoder-only", output_loading_info=True
    )

missing_keys = sorted(report["missing_keys"])
is_the_embedding = (
    model.cls.predictions.decoder.weight is model.bert.embeddings.word_embeddings.weight
)

print("missing:", *missing_keys, sep="\n  ")
print("decoder.weight is the embedding:", is_the_embedding)
assert "cls.predictions.transform.dense.weight" in missing_keys, (
    "the report names no key of the head"
)
assert is_the_embedding and decoder_weight not in missing_keys, (
    "decoder.weight is called missing, or it is another Parameter than the embedding"
)
