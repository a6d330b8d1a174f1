"""Even with a `[PAD]` row of zeros a plain mean shrinks with the padding, though it keeps its direction; a mean over the real tokens stays as it is."""

import torch
from transformers import AutoTokenizer, BertModel, logging

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
embedding = BertModel.from_pretrained(checkpoint).embeddings.word_embeddings
with torch.no_grad():
    embedding.weight[0] = 0.0

plain_norm, masked_norm, cosine = {}, {}, {}
for length in (8, 16, 32):
    _batch = tokenizer(
        "return the file", padding="max_length", max_length=length, return_tensors="pt"
    )
    _vectors = embedding(_batch["input_ids"])[0].detach()
    _mask = _batch["attention_mask"][0, :, None]
    _plain = _vectors.mean(dim=0)
    _masked = (_vectors * _mask).sum(dim=0) / _mask.sum()
    _name = f"padded_to_{length}"
    plain_norm[_name] = _plain.norm().item()
    masked_norm[_name] = _masked.norm().item()
    cosine[_name] = torch.cosine_similarity(_plain, _masked, dim=0).item()
    print(f"length {length:2}: plain {plain_norm[_name]:.4f},", end=" ")
    print(f"masked {masked_norm[_name]:.4f}, cosine {cosine[_name]:.4f}")

halved = plain_norm["padded_to_8"] / plain_norm["padded_to_16"]
assert abs(halved - 2) < 1e-4
assert max(masked_norm.values()) - min(masked_norm.values()) < 1e-5
assert min(cosine.values()) > 0.9999
