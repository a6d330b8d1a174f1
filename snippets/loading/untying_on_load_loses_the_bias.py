"""Loading an ordinary file with `tie_word_embeddings=False` makes a random decoder weight, and leaves the learned bias unused."""

import contextlib
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "decoder.weight is the saved one"

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
with tempfile.TemporaryDirectory() as _folder, contextlib.chdir(_folder):
    model.save_pretrained("ordinary")
    untied, report = BertForMaskedLM.from_pretrained(
        "ordinary", tie_word_embeddings=False, output_loading_info=True
    )

head = untied.eval().cls.predictions
missing_keys = sorted(report["missing_keys"])
learned_bias_was_loaded = torch.equal(head.bias, model.cls.predictions.bias)
decoder_weight_was_loaded = torch.equal(
    head.decoder.weight, model.cls.predictions.decoder.weight
)
_token_ids = torch.randint(5, 100, (2, 8))
untied(_token_ids, labels=_token_ids).loss.backward()
learned_bias_is_used = head.bias.grad is not None
with torch.no_grad():
    logits_move_by = (
        (untied(_token_ids).logits - model(_token_ids).logits).abs().max().item()
    )

print("missing, newly made:", *missing_keys, sep="\n  ")
print("decoder.weight is the saved one:", decoder_weight_was_loaded)
print("the learned bias is in predictions.bias:", learned_bias_was_loaded)
print("the loss depends on predictions.bias:", learned_bias_is_used)
print(f"logits move by up to {logits_move_by:.2f}")
assert missing_keys == [
    "cls.predictions.decoder.bias",
    "cls.predictions.decoder.weight",
]
assert not decoder_weight_was_loaded
assert learned_bias_was_loaded and not learned_bias_is_used
assert logits_move_by > 0.1
