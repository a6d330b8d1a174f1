"""A file in the style of the first PyTorch port, without `decoder.bias`, loads completely: nothing is missing, the logits are the same, the weights tied."""

import contextlib
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "missing: []"

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
model = BertForPreTraining(config).eval()
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess


def old_name(name):
    name = name.replace("LayerNorm.weight", "LayerNorm.gamma")
    return name.replace("LayerNorm.bias", "LayerNorm.beta")


classic = {
    old_name(name): tensor
    for name, tensor in model.state_dict().items()
    if name != "cls.predictions.decoder.bias"
}
head_keys = [name for name in classic if name.startswith("cls.")]

with tempfile.TemporaryDirectory() as _folder, contextlib.chdir(_folder):
    Path("classic").mkdir()
    config.save_pretrained("classic")
    torch.save(classic, "classic/pytorch_model.bin")
    loaded, report = BertForPreTraining.from_pretrained(
        "classic", output_loading_info=True
    )

_token_ids = torch.randint(5, 100, (2, 8))
with torch.no_grad():
    before, after = model(_token_ids), loaded.eval()(_token_ids)
same_token_logits = torch.allclose(
    before.prediction_logits, after.prediction_logits, atol=1e-5
)
same_nsp_logits = torch.allclose(
    before.seq_relationship_logits, after.seq_relationship_logits, atol=1e-5
)
missing_keys = sorted(report["missing_keys"])
unexpected_keys = sorted(report["unexpected_keys"])
head = loaded.cls.predictions
weight_is_tied = head.decoder.weight is loaded.bert.embeddings.word_embeddings.weight
bias_is_one_parameter = head.decoder.bias is head.bias

print("head keys in the file:", *head_keys, sep="\n  ")
print("missing:", missing_keys, "unexpected:", unexpected_keys)
print("the same token logits:", same_token_logits)
print("the same NSP logits:", same_nsp_logits)
print("weight tied:", weight_is_tied, "bias one Parameter:", bias_is_one_parameter)
assert missing_keys == unexpected_keys == [], f"{missing_keys}, {unexpected_keys}"
assert same_token_logits and same_nsp_logits, "the loaded model computes other logits"
assert weight_is_tied and bias_is_one_parameter, "it is not tied"
