"""DistilBERT's `vocab_*` keys are its MLM head: the bare model leaves them unused and is complete, and a classifier has two newly initialised layers."""

import tempfile
from pathlib import Path

import torch
from transformers import (
    DistilBertConfig,
    DistilBertForMaskedLM,
    DistilBertForSequenceClassification,
    DistilBertModel,
)

scope = "library"
decides = "new in the bare model"

torch.manual_seed(0)
config = DistilBertConfig.from_dict(
    {"vocab_size": 100, "dim": 16, "n_layers": 1, "n_heads": 2, "hidden_dim": 32}
)
masked_lm = DistilBertForMaskedLM(config).eval()
for parameter in masked_lm.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(masked_lm.state_dict(), Path(_folder, "pytorch_model.bin"))
    bare, _bare = DistilBertModel.from_pretrained(_folder, output_loading_info=True)
    _, _classifier = DistilBertForSequenceClassification.from_pretrained(
        _folder, output_loading_info=True
    )
unused = sorted(_bare["unexpected_keys"])
new_in_the_bare_model = sorted(_bare["missing_keys"])
new_in_a_classifier = sorted(_classifier["missing_keys"])
_token_ids = torch.tensor([[2, 5, 7, 3]])
with torch.no_grad():
    _before, _after = masked_lm.distilbert(_token_ids)[0], bare.eval()(_token_ids)[0]
same_outputs = torch.allclose(_before, _after, atol=1e-5)

print("unused:", *unused, sep="\n  ")
print("new in the bare model:", new_in_the_bare_model)
print("new in a classifier:", *new_in_a_classifier, sep="\n  ")
print("the bare model computes the same:", same_outputs)
assert {key.split(".")[0] for key in unused} == {
    "vocab_layer_norm",
    "vocab_projector",
    "vocab_transform",
}, f"unused: {unused}"
assert new_in_the_bare_model == [], f"new: {new_in_the_bare_model}"
assert {key.split(".")[0] for key in new_in_a_classifier} == {
    "classifier",
    "pre_classifier",
}, f"new: {new_in_a_classifier}"
assert same_outputs, "the bare model computes something else"
