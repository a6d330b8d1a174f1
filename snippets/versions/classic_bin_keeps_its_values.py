"""A file of 2018's, with `gamma` and `beta` for the LayerNorms, loads with every value."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")

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
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(classic, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
token_ids = torch.tensor([[2, 5, 3]])
with torch.no_grad():
    before, after = model(token_ids), loaded.eval()(token_ids)
logits_are_equal = torch.allclose(before[0], after[0], atol=1e-6)
lost = [
    key
    for key, tensor in loaded.state_dict().items()
    if key in model.state_dict() and not torch.equal(tensor, model.state_dict()[key])
]

print("logits equal:", logits_are_equal, "lost:", lost)
assert not lost, f"other values under {', '.join(lost)}"
assert logits_are_equal, "every value is there, and the logits differ"
