"""BertForMaskedLM loads a file without `decoder.bias`, like all files from 2018, without a word about that key; a key that is really missing is named."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
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
model = BertForPreTraining(config).eval()
classic = {
    key.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for key, tensor in model.state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
removed = "cls.predictions.transform.dense.bias"
classic.pop(removed)
records = []
handler = logging.Handler()
handler.emit = records.append
logger = logging.getLogger("transformers")
logger.addHandler(handler)
logger.setLevel(logging.INFO)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(classic, Path(_folder, "pytorch_model.bin"))
    BertForMaskedLM.from_pretrained(_folder)
levels = [r.levelname for r in records if "decoder.bias" in r.getMessage()]
missing_is_named = removed in "\n".join(r.getMessage() for r in records)

print("a key that is really missing is named:", missing_is_named)
print("lines logged:", len(records), "of them on decoder.bias:", len(levels))
assert missing_is_named, "a missing key is not named either"
assert not levels, f"decoder.bias is reported, at level {levels[0]}"
