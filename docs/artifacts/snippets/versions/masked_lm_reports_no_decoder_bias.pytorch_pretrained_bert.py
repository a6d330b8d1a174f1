"""BertForMaskedLM loads a file without `decoder.bias`, as all of 2018's are, without a word about that key."""

import logging
import tempfile
from pathlib import Path

import torch
from pytorch_pretrained_bert import BertConfig, BertForMaskedLM, BertForPreTraining

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
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
classic = {
    key.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for key, tensor in model.state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
records = []
handler = logging.Handler()
handler.emit = records.append
logger = logging.getLogger("pytorch_pretrained_bert")
logger.addHandler(handler)
logger.setLevel(logging.INFO)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(classic, Path(_folder, "pytorch_model.bin"))
    BertForMaskedLM.from_pretrained(_folder)
levels = [r.levelname for r in records if "decoder.bias" in r.getMessage()]

print("lines logged:", len(records), "of them on decoder.bias:", len(levels))
assert not levels, f"decoder.bias is reported, at level {levels[0]}"
