"""`BertGenerationDecoder` has no transform: its scores are a product of the last layer's vectors with the embedding. From a BERT file it leaves the transform unused, and its bias is new."""

import torch
from transformers import BertGenerationDecoder, BertLMHeadModel, logging

pydoc_bert = "checkpoints/pydoc-bert"

logging.set_verbosity_error()  # the load report has a page of its own
model, report = BertGenerationDecoder.from_pretrained(
    pydoc_bert, is_decoder=True, output_loading_info=True
)
unused = sorted(key for key in report["unexpected_keys"] if "transform" in key)
new = sorted(key for key in report["missing_keys"] if key.startswith("lm_head"))
_ids = torch.tensor([[101, 2000, 2001, 102]])
model.eval()
with torch.no_grad():
    _vectors = model.bert(_ids)[0]
    _by_hand = _vectors @ model.bert.get_input_embeddings().weight.T
    plain_product = torch.allclose(model(_ids)[0], _by_hand, atol=1e-4)

# the class of the BERT family that generates and has the whole head
whole, its_report = BertLMHeadModel.from_pretrained(
    pydoc_bert, is_decoder=True, output_loading_info=True
)
has_transform = hasattr(whole.cls.predictions, "transform")
new_there = sorted(its_report["missing_keys"])

print("left unused:", *unused, sep="\n  ")
print("new:", *new, sep="\n  ")
print("the scores are a plain product:", plain_product)
print("BertLMHeadModel has the transform:", has_transform, " new there:", new_there)
assert len(unused) == 4, f"{unused}"
assert "lm_head.bias" in new, f"{new}"
assert plain_product, "something stands between the vectors and the scores"
assert has_transform and new_there == [], f"{new_there}"
