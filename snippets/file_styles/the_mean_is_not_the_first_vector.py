"""Pool as `1_Pooling/config.json` says: the mean of a text's vectors is another vector than its first token's. With `pooling_mode_cls_token` a sentence's vector is the first token's. In all-MiniLM, which takes the mean, the cosine of the two is below 0.9 for each of three texts."""

import torch
from transformers import AutoModel, AutoTokenizer, logging

scope = "checkpoint"
decides = "cosine of mean"

logging.set_verbosity_error()  # the load report has a page of its own
minilm = "sentence-transformers/all-MiniLM-L6-v2"
tokenizer, model = (
    AutoTokenizer.from_pretrained(minilm),
    AutoModel.from_pretrained(minilm),
)
texts = ["A cat sits on the mat.", "Open the file.", "It rained all night in Rome."]
batch = tokenizer(texts, padding=True, return_tensors="pt")
with torch.no_grad():
    _vectors = model.eval()(**batch).last_hidden_state
_mask = batch["attention_mask"][:, :, None]
_mean = (_vectors * _mask).sum(dim=1) / _mask.sum(dim=1)
cosines = torch.cosine_similarity(_mean, _vectors[:, 0]).tolist()

print("cosine of mean and first vector:", *(f"{cosine:.2f}" for cosine in cosines))
assert max(cosines) < 0.9, cosines
