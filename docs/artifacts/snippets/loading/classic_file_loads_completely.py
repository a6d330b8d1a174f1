"""A file of the 2018 style, without `decoder.bias`, loads completely: nothing is missing and the logits are identical."""

import contextlib
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
model = BertForPreTraining(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # a bias worth losing
classic = {
    name: tensor
    for name, tensor in model.state_dict().items()
    if not name.endswith("decoder.bias")
}
head_keys = [name for name in classic if name.startswith("cls.")]

with tempfile.TemporaryDirectory() as _folder, contextlib.chdir(_folder):
    Path("classic").mkdir()
    config.save_pretrained("classic")
    torch.save(classic, "classic/pytorch_model.bin")
    loaded, report = BertForPreTraining.from_pretrained(
        "classic", output_loading_info=True
    )

token_ids = torch.randint(5, 100, (2, 8))
with torch.no_grad():
    before, after = model(token_ids), loaded.eval()(token_ids)
same_token_logits = torch.equal(before.prediction_logits, after.prediction_logits)
same_nsp_logits = torch.equal(
    before.seq_relationship_logits, after.seq_relationship_logits
)
missing_keys = sorted(report["missing_keys"])
unexpected_keys = sorted(report["unexpected_keys"])

print("head keys in the file:", *head_keys, sep="\n  ")
print("missing:", missing_keys, "unexpected:", unexpected_keys)
print(
    "identical token logits:",
    same_token_logits,
    "identical NSP logits:",
    same_nsp_logits,
)
assert missing_keys == unexpected_keys == []
assert same_token_logits and same_nsp_logits
