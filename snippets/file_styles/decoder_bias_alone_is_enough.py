"""A file that has the MLM head's bias only under its newer name, `decoder.bias`, loads completely: both names are one Parameter with the file's values."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

scope = "library"
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
tensors = {
    key: tensor
    for key, tensor in model.state_dict().items()
    if key not in ("cls.predictions.bias", "cls.predictions.decoder.bias")
}
tensors["cls.predictions.decoder.bias"] = torch.full((100,), 2.0)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(tensors, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder).eval()
head = loaded.cls.predictions
unset = [key for key, tensor in head.state_dict().items() if tensor.is_meta]
assert not unset, f"{unset} are on `meta`, with no values at all"
_vectors = torch.randn(1, 3, 16)
with torch.no_grad():
    _added = head(_vectors) - head.transform(_vectors) @ head.decoder.weight.T
added_to_the_logits = round(_added.mean().item(), 2)
is_one_parameter = head.decoder.bias is head.bias

print("the file's bias is 2.0; what is added to the logits:", added_to_the_logits)
print("decoder.bias and predictions.bias are one Parameter:", is_one_parameter)
assert added_to_the_logits == 2.0, f"{added_to_the_logits} is added, not the file's 2.0"
assert is_one_parameter, "decoder.bias and predictions.bias are two Parameters"
