"""`BertGenerationDecoder` has no transform: its scores are a product of the last layer's vectors with the embedding. From a BERT file it leaves the transform unused, and its bias is new."""

import tempfile

import torch
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertGenerationDecoder,
    logging,
)

scope = "library"

logging.set_verbosity_error()  # the load report has a page of its own
torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=2,
    intermediate_size=64,
)
file = BertForMaskedLM(config)
torch.nn.init.normal_(file.cls.predictions.bias)  # as if it were trained
_folder = tempfile.mkdtemp()
file.save_pretrained(_folder)
model, report = BertGenerationDecoder.from_pretrained(_folder, output_loading_info=True)
unused = sorted(key for key in report["unexpected_keys"] if "transform" in key)
new = sorted(key for key in report["missing_keys"] if key.startswith("lm_head"))
_ids = torch.tensor([[2, 20, 21, 3]])
model.eval()
with torch.no_grad():
    _vectors = model.bert(_ids)[0]
    _by_hand = _vectors @ model.bert.get_input_embeddings().weight.T
    plain_product = torch.allclose(model(_ids)[0], _by_hand, atol=1e-4)

print("left unused:", *unused, sep="\n  ")
print("new:", *new, sep="\n  ")
print("the scores are a plain product:", plain_product)
_transform = [key for key in file.state_dict() if "transform" in key]
assert unused == sorted(_transform) and unused, f"{unused}"
assert "lm_head.bias" in new and not model.lm_head.bias.any(), f"{new}"
assert plain_product, "something stands between the vectors and the scores"
